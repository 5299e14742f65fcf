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
    [{ status: 'ignored', substatus: 'archived_forever' }, { kind: 'muteForever' }],
    [{ status: 'ignored', substatus: 'archived_until_escalating' }, { kind: 'muteUntilWorse' }],
    [{ status: 'ignored', statusDetails: { untilEscalating: true } }, { kind: 'muteUntilWorse' }],
    [{ status: 'ignored', ignoreUntilEscalating: true }, { kind: 'muteUntilWorse' }],
    [
      { status: 'ignored', statusDetails: { ignoreUntil: '1970-01-01T00:02:01Z' } },
      { kind: 'muteForTime', untilMs: 121_000 },
    ],
    [{ status: 'muted', snoozeDuration: null }, { kind: 'muteForever' }],
    [{ status: 'ignored', statusDetails: { ignoreDuration: 2 } }, muteForTime],
    [{ status: 'ignored', snoozeDuration: 2 }, muteForTime],
    [
      { status: 'ignored', ignoreDuration: 2, statusDetails: { ignoreDuration: null } },
      muteForTime,
    ],
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

  it.each<[IssueChangesDto, string]>([
    [{ status: 'ignored', ignoreWindow: 60 }, 'A window needs a number'],
    [{ status: 'ignored', ignoreCount: 5, ignoreUserWindow: 60 }, 'A window needs a number'],
    [{ status: 'ignored', substatus: 'archived_until_condition_met' }, 'Say until when: '],
    [{ assignedTo: 'me', ignoreCount: 5 }, 'ignoreCount needs the status ignored.'],
    [{ assignedTo: 'me', substatus: 'archived_until_escalating' }, 'needs the status ignored.'],
    [{ status: 'unresolved', substatus: 'archived_forever' }, 'needs the status ignored.'],
    [{ status: 'ignored', substatus: 'ongoing' }, 'ongoing needs the status unresolved.'],
    [{ status: 'ignored', ignoreCount: 5, ignoreDuration: 9 }, 'Say either ignoreDuration or'],
    [{ status: 'ignored', ignoreCount: 5, substatus: 'archived_forever' }, 'Say either'],
    [{ status: 'ignored', ignoreCount: 5, substatus: 'archived_until_escalating' }, 'Say either'],
    [{ status: 'ignored', inRelease: '2' }, 'inRelease needs the status resolved.'],
    [{ status: 'resolved', inRelease: '2', inNextRelease: true }, 'Say either inRelease or'],
    [{ merge: 1, status: 'resolved' }, 'merge stands alone.'],
  ])('refuses %j: %s', (body, sentence) => {
    expect(() => readChange(body, NOW_MS)).toThrow(sentence);
  });
});

describe('IssueChangesDto', () => {
  it.each([
    [{ status: 'gone' }, 'A status is one of resolved, unresolved, ignored, '],
    [{ status: 'ignored', ignoreCount: 0 }, 'Durations and counts are whole numbers from 1 on.'],
    [{ statusDetails: { ignoreDuration: 1.5 } }, 'Durations and counts are whole numbers'],
    [{ statusDetails: { ignoreWindow: 5 } }, 'A window is 60, 1440 or 10080 minutes.'],
    [{ ignoreUserWindow: '60' }, 'A window is 60, 1440 or 10080 minutes.'],
    [{ substatus: 'gone' }, 'A substatus is one of archived_until_escalating, '],
    [{ statusDetails: { ignoreUntil: 'never' } }, 'ignoreUntil is a time such as 2026-12-24'],
    [{ statusDetails: [] }, 'statusDetails is an object.'],
    [{ assignedTo: 7 }, UNKNOWN],
  ])('refuses %j: %s', (body, sentence) => {
    const [error] = validateSync(plainToInstance(IssueChangesDto, body), { whitelist: true });
    expect(JSON.stringify(error)).toContain(sentence);
  });
});
