import { describe, expect, it } from '@jest/globals';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { errorCatalogue } from '#shared';
import type { IssueChange } from '#shared';
import { IssueChangesDto } from './issue-changes.dto.ts';
import { readChange } from './issue-changes.ts';

const NOW_MS = 1000;
const resolveNext = { kind: 'resolveInNextRelease' } as const;
const muteForTime = { kind: 'muteForTime', untilMs: NOW_MS + 2 * 60_000 } as const;
const UNKNOWN = errorCatalogue['issue.assignee_unknown'].message;

describe('readChange', () => {
  it.each<[IssueChangesDto, IssueChange | undefined]>([
    [{}, undefined],
    [{ status: 'unresolved' }, { kind: 'reopen' }],
    [{ status: 'resolved' }, { kind: 'resolve' }],
    [{ status: 'resolvedInNextRelease' }, resolveNext],
    [{ status: 'inNextRelease' }, resolveNext],
    [{ status: 'resolved', statusDetails: { inNextRelease: true } }, resolveNext],
    [
      { status: 'resolved', inRelease: '2' },
      { kind: 'resolveInRelease', release: '2' },
    ],
    [{ status: 'ignored' }, { kind: 'muteForever' }],
    [{ status: 'muted', snoozeDuration: null }, { kind: 'muteForever' }],
    [{ status: 'ignored', statusDetails: { ignoreDuration: 2 } }, muteForTime],
    [{ status: 'ignored', snoozeDuration: 2 }, muteForTime],
    [
      { status: 'ignored', ignoreCount: 9 },
      { kind: 'muteUntilEvents', count: 9 },
    ],
    [
      { status: 'ignored', ignoreUserCount: 5 },
      { kind: 'muteUntilUsers', count: 5 },
    ],
    [
      { status: 'ignored', statusDetails: { ignoreCount: 9, ignoreWindow: 1440 } },
      { kind: 'muteUntilEvents', count: 9, windowMinutes: 1440 },
    ],
    [
      { status: 'ignored', ignoreUserCount: 5, ignoreUserWindow: 60 },
      { kind: 'muteUntilUsers', count: 5, windowMinutes: 60 },
    ],
  ])('reads the change of state in %j', (body, change) => {
    expect(readChange(body, NOW_MS)).toEqual(change);
  });

  it.each<IssueChangesDto>([
    { status: 'ignored', ignoreWindow: 60 },
    { status: 'ignored', ignoreCount: 5, ignoreUserWindow: 60 },
  ])('refuses %j, a window without its number', (body) => {
    expect(() => readChange(body, NOW_MS)).toThrow('A window needs a number');
  });
});

describe('IssueChangesDto', () => {
  it.each([
    [{ status: 'gone' }, 'A status is one of resolved, unresolved, ignored, '],
    [{ status: 'ignored', ignoreCount: 0 }, 'Durations and counts are whole numbers from 1 on.'],
    [{ statusDetails: { ignoreDuration: 1.5 } }, 'Durations and counts are whole numbers'],
    [{ statusDetails: { ignoreWindow: 5 } }, 'A window is 60, 1440 or 10080 minutes.'],
    [{ ignoreUserWindow: '60' }, 'A window is 60, 1440 or 10080 minutes.'],
    [{ substatus: 'archived_until_escalating' }, 'mute forever, for a time,'],
    [{ statusDetails: [] }, 'statusDetails is an object.'],
    [{ assignedTo: 7 }, UNKNOWN],
  ])('refuses %j: %s', (body, sentence) => {
    const [error] = validateSync(plainToInstance(IssueChangesDto, body), { whitelist: true });
    expect(JSON.stringify(error)).toContain(sentence);
  });
});
