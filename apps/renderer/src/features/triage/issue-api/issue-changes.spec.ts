import { describe, expect, it } from '@jest/globals';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import type { IssueStore } from '#product/recording/issues';
import { errorCatalogue } from '#shared';
import type { Clock, ErrorCode, IssueChange } from '#shared';
import type { Access, PeopleService } from '../../people/accounts/index.ts';
import type { AuditTrail } from '../../people/audit/index.ts';
import type {
  CommentsService,
  MergingService,
  TriageChange,
  TriageService,
} from '../issue-pages/index.ts';
import { IssueChangesDto } from './issue-changes.dto.ts';
import { IssueChanges, readChange } from './issue-changes.ts';

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
  ])('reads the change of state in %j', (body, change) => {
    expect(readChange(body, NOW_MS)).toEqual(change);
  });
});

describe('IssueChangesDto', () => {
  it.each([
    [{ status: 'gone' }, 'A status is one of resolved, unresolved, ignored, '],
    [{ status: 'ignored', ignoreCount: 0 }, 'Durations and counts are whole numbers from 1 on.'],
    [{ statusDetails: { ignoreDuration: 1.5 } }, 'Durations and counts are whole numbers'],
    [{ statusDetails: { ignoreWindow: 5 } }, 'users more, without a window.'],
    [{ substatus: 'archived_until_escalating' }, 'mute forever, for a time,'],
    [{ statusDetails: [] }, 'statusDetails is an object.'],
    [{ assignedTo: 7 }, UNKNOWN],
  ])('refuses %j: %s', (body, sentence) => {
    const [error] = validateSync(plainToInstance(IssueChangesDto, body), { whitelist: true });
    expect(JSON.stringify(error)).toContain(sentence);
  });
});

describe('IssueChanges', () => {
  function open({ refused = new Map() }: { refused?: ReadonlyMap<ErrorCode, number> } = {}) {
    const asked: TriageChange[] = [];
    const change: TriageService['change'] = async (_access, ids, requested) => {
      asked.push(requested);
      const changed = ids.slice(refused.size);
      return { changed, unchanged: 0, afterReleases: new Set(), refused };
    };
    const findByEmail: PeopleService['findByEmail'] = async (email) =>
      email === 'ann@example.org' ? 9 : undefined;
    const changes = new IssueChanges(
      {
        listProjectsOf: async () => new Map(),
        find: async () => undefined,
      } as unknown as IssueStore,
      { change } as TriageService,
      {} as MergingService,
      {} as CommentsService,
      { findByEmail } as PeopleService,
      { note: async () => undefined } as unknown as AuditTrail,
      { nowMs: () => NOW_MS } as Clock,
    );
    const access = { getPerson: () => ({ id: 7 }) } as unknown as Access;
    const make = (body: IssueChangesDto) => changes.change(access, [1], body);
    return { asked, make };
  }

  it.each([
    ['me', { assigneeId: 7 }],
    [' ann@example.org ', { assigneeId: 9 }],
    ['user:12', { assigneeId: 12 }],
    ['12', { assigneeId: 12 }],
    ['', {}],
    [null, {}],
  ])('assigns issues to %j', async (assignedTo, assignment) => {
    const { asked, make } = open();
    await make({ assignedTo });
    expect(asked).toEqual([{ kind: 'assignee', ...assignment }]);
  });

  it.each(['nobody@example.org', 'team:5', 'user:0'])(
    'refuses to assign issues to %s',
    async (assignedTo) => {
      const { asked, make } = open();
      await expect(make({ status: 'resolved', assignedTo })).rejects.toThrow(UNKNOWN);
      expect(asked).toEqual([]);
    },
  );

  it('throws when a body has no change', async () => {
    await expect(open().make({})).rejects.toThrow('Say what changes: status, assignedTo, or merge');
  });

  it('throws the reason when no issue can be changed', async () => {
    const { make } = open({ refused: new Map([['issue.mute_out_of_range', 1]]) });
    const { message } = errorCatalogue['issue.mute_out_of_range'];
    await expect(make({ status: 'ignored', ignoreDuration: 9_000_000 })).rejects.toThrow(message);
  });
});
