import { describe, expect, it } from '@jest/globals';
import * as issueLimits from '../limits/issue-limits.ts';
import {
  applyChange,
  applyEvents,
  findRegressedRelease,
  toCurrentState,
  toStateName,
} from './issue-state.ts';
import type { ChangeFacts, EventFacts, IssueChange, IssueState } from './issue-state.ts';

const NOW_MS = Date.UTC(2026, 0, 5, 12);
const DAY_MS = 86_400_000;
const NEW: IssueState = { status: 'unresolved', kind: 'new', sinceMs: NOW_MS - DAY_MS };
const REGRESSED: IssueState = { ...NEW, kind: 'regressed' };

const FACTS: ChangeFacts = {
  nowMs: NOW_MS,
  byUserId: 7,
  events: 40,
  users: 4,
  baseRelease: '2.0.0',
};

function change(state: IssueState, asked: IssueChange, facts: Partial<ChangeFacts> = {}) {
  const result = applyChange(state, asked, { ...FACTS, ...facts });
  if (result.outcome === 'refused') throw new Error(result.code);
  return result.state;
}

function receive(state: IssueState, facts: Partial<EventFacts> = {}) {
  const nowMs = NOW_MS + 60_000;
  return applyEvents(state, {
    nowMs,
    events: 41,
    users: 4,
    arrived: [{ occurredAtMs: nowMs - 1000 }],
    firstSeenMs: new Map(),
    ...facts,
  });
}

const EVERY_CHANGE: readonly IssueChange[] = [
  { kind: 'resolve' },
  { kind: 'resolveInNextRelease' },
  { kind: 'resolveInRelease', release: '3.0.0' },
  { kind: 'muteForTime', untilMs: NOW_MS + DAY_MS },
  { kind: 'muteUntilEvents', count: 10 },
  { kind: 'muteUntilUsers', count: 2 },
  { kind: 'muteUntilEvents', count: 10, windowMinutes: 60 },
  { kind: 'muteUntilUsers', count: 2, windowMinutes: 10_080 },
  { kind: 'muteForever' },
  { kind: 'reopen' },
];

const EVERY_STATE: readonly IssueState[] = [
  NEW,
  REGRESSED,
  ...EVERY_CHANGE.filter(({ kind }) => kind !== 'reopen').map((asked) => change(NEW, asked)),
];

describe('applyChange', () => {
  it.each<[IssueChange, object]>([
    [{ kind: 'resolve' }, { status: 'resolved', kind: 'now' }],
    [
      { kind: 'resolveInNextRelease' },
      { status: 'resolved', kind: 'nextRelease', release: '2.0.0' },
    ],
    [
      { kind: 'resolveInRelease', release: ' 3.0.0 ' },
      { status: 'resolved', kind: 'inRelease', release: '3.0.0' },
    ],
    [
      { kind: 'muteForTime', untilMs: NOW_MS + DAY_MS },
      { status: 'muted', kind: 'time', untilMs: NOW_MS + DAY_MS, reopensAs: 'regressed' },
    ],
    [
      { kind: 'muteUntilEvents', count: 10 },
      { status: 'muted', kind: 'events', count: 10, baseline: 40, reopensAs: 'regressed' },
    ],
    [
      { kind: 'muteUntilUsers', count: 2 },
      { status: 'muted', kind: 'users', count: 2, baseline: 4, reopensAs: 'regressed' },
    ],
    [{ kind: 'muteForever' }, { status: 'muted', kind: 'forever', reopensAs: 'regressed' }],
  ])('applies %j at the given time and by the given person', (asked, expected) => {
    expect(applyChange(REGRESSED, asked, FACTS)).toEqual({
      outcome: 'changed',
      state: { ...expected, sinceMs: NOW_MS, byUserId: 7 },
    });
  });

  it('reopens a resolved issue as new, and a muted issue as it was', () => {
    const reopen = { kind: 'reopen' } as const;
    expect(change(change(REGRESSED, { kind: 'resolve' }), reopen)).toEqual({
      status: 'unresolved',
      kind: 'new',
      sinceMs: NOW_MS,
      byUserId: 7,
    });
    const twiceMuted = change(change(REGRESSED, { kind: 'muteForever' }), {
      kind: 'muteUntilEvents',
      count: 1,
    });
    expect(change(twiceMuted, reopen)).toMatchObject({ status: 'unresolved', kind: 'regressed' });
  });

  it('applies the same change only once, whoever asks and however much has come since', () => {
    for (const state of EVERY_STATE) {
      for (const asked of EVERY_CHANGE) {
        const once = change(state, asked);
        const later = { nowMs: NOW_MS + 5000, byUserId: 8, events: 50, users: 9 };
        expect(applyChange(once, asked, { ...FACTS, ...later })).toEqual({
          outcome: 'unchanged',
          state: once,
        });
      }
    }
  });

  it.each<[IssueChange, IssueChange]>([
    [
      { kind: 'muteForTime', untilMs: NOW_MS + DAY_MS },
      { kind: 'muteForTime', untilMs: NOW_MS + 2 * DAY_MS },
    ],
    [
      { kind: 'muteUntilEvents', count: 10 },
      { kind: 'muteUntilEvents', count: 11 },
    ],
    [
      { kind: 'muteUntilEvents', count: 10 },
      { kind: 'muteUntilEvents', count: 10, windowMinutes: 60 },
    ],
    [
      { kind: 'muteUntilUsers', count: 10, windowMinutes: 1440 },
      { kind: 'muteUntilUsers', count: 10, windowMinutes: 60 },
    ],
    [
      { kind: 'resolveInRelease', release: '3.0.0' },
      { kind: 'resolveInRelease', release: '3.0.1' },
    ],
  ])('changes %j to %j', (first, second) => {
    const state = change(NEW, first);
    expect(applyChange(state, second, FACTS)).toMatchObject({ outcome: 'changed' });
  });

  it('resolves in the next release again once there is a newer release', () => {
    const state = change(NEW, { kind: 'resolveInNextRelease' });
    const again = change(state, { kind: 'resolveInNextRelease' }, { baseRelease: '2.1.0' });
    expect(again).toMatchObject({ release: '2.1.0' });
  });

  it.each<[string, IssueChange, IssueChange]>([
    [
      'issue.mute_out_of_range',
      { kind: 'muteUntilEvents', count: 1 },
      { kind: 'muteUntilEvents', count: 0 },
    ],
    [
      'issue.mute_out_of_range',
      { kind: 'muteUntilEvents', count: 1_000_000 },
      { kind: 'muteUntilEvents', count: 1_000_001 },
    ],
    [
      'issue.mute_out_of_range',
      { kind: 'muteUntilUsers', count: 100_000 },
      { kind: 'muteUntilUsers', count: 100_001 },
    ],
    [
      'issue.mute_out_of_range',
      { kind: 'muteUntilUsers', count: 10_000, windowMinutes: 60 },
      { kind: 'muteUntilUsers', count: 10_001, windowMinutes: 60 },
    ],
    [
      'issue.mute_out_of_range',
      { kind: 'muteUntilUsers', count: 1 },
      { kind: 'muteUntilUsers', count: 1.5 },
    ],
    [
      'issue.mute_out_of_range',
      { kind: 'muteForTime', untilMs: NOW_MS + 1 },
      { kind: 'muteForTime', untilMs: NOW_MS },
    ],
    [
      'issue.mute_out_of_range',
      { kind: 'muteForTime', untilMs: NOW_MS + 366 * DAY_MS },
      { kind: 'muteForTime', untilMs: NOW_MS + 366 * DAY_MS + 1 },
    ],
    [
      'issue.mute_out_of_range',
      { kind: 'muteUntilEvents', count: 1 },
      { kind: 'muteUntilEvents', count: NaN },
    ],
    [
      'issue.release_invalid',
      { kind: 'resolveInRelease', release: 'r'.repeat(200) },
      { kind: 'resolveInRelease', release: 'r'.repeat(201) },
    ],
    [
      'issue.release_invalid',
      { kind: 'resolveInRelease', release: 'r' },
      { kind: 'resolveInRelease', release: '  ' },
    ],
  ])('refuses with %s a value beyond %j', (code, inside, outside) => {
    expect(applyChange(NEW, inside, FACTS)).toMatchObject({ outcome: 'changed' });
    expect(applyChange(NEW, outside, FACTS)).toEqual({ outcome: 'refused', code });
  });

  it('refuses the next release where no release was ever seen', () => {
    const { baseRelease, ...withoutRelease } = FACTS;
    expect(baseRelease).toBeDefined();
    expect(applyChange(NEW, { kind: 'resolveInNextRelease' }, withoutRelease)).toEqual({
      outcome: 'refused',
      code: 'issue.release_unknown',
    });
  });
});

describe('applyEvents', () => {
  const after = { occurredAtMs: NOW_MS + 1 };

  it('returns an unresolved issue as the same object', () => {
    expect(receive(NEW)).toBe(NEW);
    expect(receive(REGRESSED)).toBe(REGRESSED);
  });

  it('reopens a resolved issue by an event that occurred later, and by no other', () => {
    const state = change(NEW, { kind: 'resolve' });
    expect(receive(state, { arrived: [{ occurredAtMs: NOW_MS }] })).toBe(state);
    expect(receive(state, { arrived: [{ occurredAtMs: NOW_MS }, after] })).toEqual({
      status: 'unresolved',
      kind: 'regressed',
      sinceMs: NOW_MS + 60_000,
    });
  });

  it('names the release of the earliest event that reopens an issue', () => {
    const state = change(NEW, { kind: 'resolveInRelease', release: '2.0.0' });
    if (state.status !== 'resolved') throw new Error(state.status);
    const regressedIn = (...arrived: EventFacts['arrived']) =>
      findRegressedRelease(state, {
        nowMs: NOW_MS,
        events: 1,
        users: 0,
        arrived,
        firstSeenMs: new Map(),
      });
    const at = (release: string, ms: number) => ({ release, occurredAtMs: NOW_MS + ms });
    expect(regressedIn(at('2.2.0', 3), at('2.1.0', 2), at('1.0.0', 1))).toBe('2.1.0');
    expect(regressedIn(at('1.0.0', 1))).toBeUndefined();
  });

  it('reopens an issue resolved in the next release only by events of newer releases', () => {
    const state = change(NEW, { kind: 'resolveInNextRelease' });
    const arrive = (release?: string) =>
      receive(state, { arrived: [{ ...after, ...(release ? { release } : {}) }] }).status;
    expect(arrive('1.9.9')).toBe('resolved');
    expect(arrive('2.0.0')).toBe('resolved');
    expect(arrive()).toBe('resolved');
    expect(arrive('2.0.1')).toBe('unresolved');
  });

  it('reopens an issue resolved in a release only by events of that release and newer ones', () => {
    const state = change(NEW, { kind: 'resolveInRelease', release: '3.0.0' });
    const arrive = (release?: string) =>
      receive(state, { arrived: [{ ...after, ...(release ? { release } : {}) }] }).status;
    expect(arrive('2.9.9')).toBe('resolved');
    expect(arrive('3.0.0-rc.1')).toBe('resolved');
    expect(arrive()).toBe('resolved');
    expect(arrive('3.0.0')).toBe('unresolved');
    expect(arrive('10.0.0')).toBe('unresolved');
  });

  it('ignores the newer release of an event that occurred before the resolution', () => {
    const state = change(NEW, { kind: 'resolveInNextRelease' });
    const arrived = [
      { occurredAtMs: NOW_MS, release: '9.0.0' },
      { ...after, release: '1.0.0' },
    ];
    expect(receive(state, { arrived })).toBe(state);
  });

  it('goes by the release seen first where releases are not versions', () => {
    const state = change(NEW, { kind: 'resolveInRelease', release: 'beef' });
    const arrived = [{ ...after, release: 'cafe' }];
    const older = new Map([
      ['cafe', 1],
      ['beef', 2],
    ]);
    const newer = new Map([
      ['cafe', 3],
      ['beef', 2],
    ]);
    expect(receive(state, { arrived, firstSeenMs: older })).toBe(state);
    expect(receive(state, { arrived, firstSeenMs: newer }).status).toBe('unresolved');
    const beforeTheRelease = new Map([['cafe', 3]]);
    expect(receive(state, { arrived, firstSeenMs: beforeTheRelease })).toBe(state);
  });

  it('reopens a muted issue as it was after the event that fills its number', () => {
    const state = change(REGRESSED, { kind: 'muteUntilEvents', count: 10 });
    expect(receive(state, { events: 49, users: 100 })).toBe(state);
    expect(receive(state, { events: 50 })).toEqual({
      status: 'unresolved',
      kind: 'regressed',
      sinceMs: NOW_MS + 60_000,
    });
  });

  it('reopens a muted issue as it was after the user who fills its number', () => {
    const state = change(NEW, { kind: 'muteUntilUsers', count: 2 });
    expect(receive(state, { users: 5, events: 1000 })).toBe(state);
    expect(receive(state, { users: 6 })).toMatchObject({ status: 'unresolved', kind: 'new' });
  });

  it.each(['muteUntilEvents', 'muteUntilUsers'] as const)(
    'reopens an issue by %s with a window when so many are within it, and by no other count',
    (kind) => {
      const state = change(REGRESSED, { kind, count: 10, windowMinutes: 60 });
      expect(receive(state, { events: 1e6, users: 1e5, withinWindow: 9 })).toBe(state);
      const reopened = receive(state, { withinWindow: 10 });
      expect(reopened).toMatchObject({ status: 'unresolved', kind: 'regressed' });
    },
  );

  it('reopens an issue muted until users when no more users are counted', () => {
    const users = issueLimits.muteUsers - 1;
    const state = change(NEW, { kind: 'muteUntilUsers', count: 100 }, { users });
    expect(receive(state, { users })).toBe(state);
    expect(receive(state, { users: users + 1 }).status).toBe('unresolved');
  });

  it('reopens an issue muted for a time when the time has passed, dated from then', () => {
    const untilMs = NOW_MS + DAY_MS;
    const state = change(NEW, { kind: 'muteForTime', untilMs });
    expect(receive(state, { nowMs: untilMs - 1 })).toBe(state);
    expect(receive(state, { nowMs: untilMs + 5 })).toEqual({ ...NEW, sinceMs: untilMs });
  });

  it('never reopens an issue that is muted for ever', () => {
    const state = change(NEW, { kind: 'muteForever' });
    expect(receive(state, { nowMs: NOW_MS + 1e12, events: 1e9, users: 1e6 })).toBe(state);
  });

  it('changes nothing when the same events are applied twice', () => {
    for (const state of EVERY_STATE) {
      const arrived = [{ ...after, release: '9.0.0' }];
      const facts = { nowMs: NOW_MS + 2 * DAY_MS, events: 1e6, users: 1e5, arrived };
      const once = receive(state, facts);
      expect(receive(once, facts)).toBe(once);
    }
  });
});

describe('toCurrentState', () => {
  it('differs from the stored state only for a mute whose time has passed', () => {
    const untilMs = NOW_MS + DAY_MS;
    for (const state of EVERY_STATE) expect(toCurrentState(state, untilMs - 1)).toBe(state);
    const changed = EVERY_STATE.filter((state) => toCurrentState(state, untilMs) !== state);
    expect(changed.map(toStateName)).toEqual(['muted.time']);
  });
});
