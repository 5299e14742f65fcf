import { describe, expect, it } from '@jest/globals';
import { errorCatalogue, issueLimits } from '#shared';
import type { ErrorCode, IssueChange } from '#shared';
import { readTriageChange, toFieldOf } from './triage-change.ts';
import type { TriageDto } from './triage.dto.ts';

const ASKER = { userId: 7, nowMs: 1000 };
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

describe('readTriageChange', () => {
  it.each<[TriageDto, IssueChange]>([
    [{ change: 'resolve' }, { kind: 'resolve' }],
    [{ change: 'resolveInNextRelease' }, { kind: 'resolveInNextRelease' }],
    [
      { change: 'resolveInRelease', release: ' 1.5 ' },
      { kind: 'resolveInRelease', release: ' 1.5 ' },
    ],
    [{ change: 'reopen' }, { kind: 'reopen' }],
    [{ change: 'muteForever' }, { kind: 'muteForever' }],
    [{ change: 'muteUntilWorse' }, { kind: 'muteUntilWorse' }],
    [{ change: 'muteFor5Users' }, { kind: 'muteUntilUsers', count: 5 }],
    [
      { change: 'mute', amount: '20', unit: 'eventsInDay' },
      { kind: 'muteUntilEvents', count: 20, windowMinutes: 1440 },
    ],
    [
      { change: 'mute', amount: '10,000', unit: 'usersInWeek' },
      { kind: 'muteUntilUsers', count: 10_000, windowMinutes: 10_080 },
    ],
    [
      { change: 'mute', amount: '1,000', unit: 'events' },
      { kind: 'muteUntilEvents', count: 1000 },
    ],
    [
      { change: 'mute', amount: '10', unit: 'users' },
      { kind: 'muteUntilUsers', count: 10 },
    ],
  ])('reads the change %j', (fields, change) => {
    expect(readTriageChange(fields, ASKER)).toEqual({
      ok: true,
      change: { kind: 'state', change },
    });
  });

  it.each<[TriageDto, number]>([
    [{ change: 'muteForHour' }, HOUR_MS],
    [{ change: 'muteForDay' }, DAY_MS],
    [{ change: 'muteForWeek' }, 7 * DAY_MS],
    [{ change: 'mute', amount: '3', unit: 'hours' }, 3 * HOUR_MS],
    [{ change: 'mute', amount: '366', unit: 'days' }, 366 * DAY_MS],
    [{ change: 'mute', amount: '2', unit: 'weeks' }, 14 * DAY_MS],
  ])('mutes for a time by %j', (fields, forMs) => {
    const untilMs = ASKER.nowMs + forMs;
    expect(readTriageChange(fields, ASKER)).toEqual({
      ok: true,
      change: { kind: 'state', change: { kind: 'muteForTime', untilMs } },
    });
  });

  it.each<[TriageDto, object]>([
    [{ change: 'assignMe' }, { assigneeId: ASKER.userId }],
    [
      { change: 'assign', assignee: '9', comment: 'look' },
      { assigneeId: 9, comment: 'look' },
    ],
    [{ change: 'assignNobody', comment: ' ' }, {}],
  ])('reads the assignment %j', (fields, assignment) => {
    expect(readTriageChange(fields, ASKER)).toEqual({
      ok: true,
      change: { kind: 'assignee', ...assignment },
    });
  });

  it.each<[TriageDto, IssueChange['kind']]>([
    [{ change: '', release: '2.0', amount: '', unit: 'days' }, 'resolveInRelease'],
    [{ release: ' ', amount: '2', unit: 'weeks' }, 'muteForTime'],
  ])('takes the change from the only filled-in field of %j', (fields, kind) => {
    expect(readTriageChange(fields, ASKER)).toMatchObject({
      ok: true,
      change: { change: { kind } },
    });
  });

  it.each<[TriageDto, string, ErrorCode]>([
    [{ change: 'resolveInRelease', release: ' ' }, 'release', 'issue.release_invalid'],
    [{ change: 'resolveInRelease', release: 'x'.repeat(201) }, 'release', 'issue.release_invalid'],
    [{ change: 'mute', unit: 'days' }, 'amount', 'issue.mute_amount_invalid'],
    [{ change: 'mute', amount: '0', unit: 'days' }, 'amount', 'issue.mute_amount_invalid'],
    [{ change: 'mute', amount: '1.5', unit: 'days' }, 'amount', 'issue.mute_amount_invalid'],
    [{ change: 'mute', amount: 'many', unit: 'users' }, 'amount', 'issue.mute_amount_invalid'],
    [{ change: 'mute', amount: '367', unit: 'days' }, 'amount', 'issue.mute_too_long'],
    [{ change: 'mute', amount: '53', unit: 'weeks' }, 'amount', 'issue.mute_too_long'],
    [{ change: 'mute', amount: '9'.repeat(400), unit: 'hours' }, 'amount', 'issue.mute_too_long'],
    [{ change: 'mute', amount: '1000001', unit: 'events' }, 'amount', 'issue.mute_too_many_events'],
    [{ change: 'mute', amount: '100001', unit: 'users' }, 'amount', 'issue.mute_too_many_users'],
    [
      { change: 'mute', amount: '10001', unit: 'usersInHour' },
      'amount',
      'issue.mute_too_many_users_in_window',
    ],
    [{ change: 'mute', amount: '1', unit: 'toString' }, 'unit', 'issue.change_unknown'],
    [{ change: 'mute', amount: '1' }, 'unit', 'issue.change_unknown'],
    [{ change: 'assign', assignee: '' }, 'assignee', 'issue.assignee_unknown'],
    [{ change: 'assign', assignee: '0x1' }, 'assignee', 'issue.assignee_unknown'],
    [{ change: '' }, '', 'issue.change_unknown'],
    [{ change: '', release: '1', amount: '1' }, '', 'issue.change_unknown'],
    [{ change: 'explode' }, '', 'issue.change_unknown'],
    [{}, '', 'issue.change_unknown'],
  ])('refuses %j beside the field %j: %s', (fields, field, code) => {
    expect(readTriageChange(fields, ASKER)).toEqual({
      ok: false,
      errors: { [field]: [errorCatalogue[code].message] },
    });
  });

  it.each(['assignMe', 'assignNobody'])('refuses a comment that is too long with %s', (change) => {
    const comment = 'x'.repeat(issueLimits.commentCharacters + 1);
    expect(readTriageChange({ change, comment }, ASKER)).toEqual({
      ok: false,
      errors: { comment: [errorCatalogue['comment.length'].message] },
    });
  });
});

describe('toFieldOf', () => {
  it.each<[Parameters<typeof toFieldOf>[0], string]>([
    [{ kind: 'assignee' }, 'assignee'],
    [{ kind: 'state', change: { kind: 'resolveInRelease', release: '1' } }, 'release'],
    [{ kind: 'state', change: { kind: 'resolve' } }, ''],
  ])('names the field of the change %j: %j', (change, field) => {
    expect(toFieldOf(change)).toBe(field);
  });
});
