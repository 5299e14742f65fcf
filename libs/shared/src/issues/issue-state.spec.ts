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
import type { BaseRelease } from './base-release.ts';
import type { MuteWindow } from './mute-window.ts';

const NOW_MS = Date.UTC(2026, 0, 5, 12);
const DAY_MS = 86_400_000;
const NEW: IssueState = { status: 'unresolved', kind: 'new', sinceMs: NOW_MS - DAY_MS };
const REGRESSED: IssueState = { ...NEW, kind: 'regressed' };

const BY = { sinceMs: NOW_MS, byUserId: 7 };
const FACTS: ChangeFacts = {
  nowMs: NOW_MS,
  byUserId: 7,
  events: 40,
  users: 4,
  base: toBase('2.0.0'),
};

type Window = { readonly windowMinutes?: MuteWindow };
const WITHIN_HOUR: Window = { windowMinutes: 60 };
const reopen: IssueChange = { kind: 'reopen' };
const resolve: IssueChange = { kind: 'resolve' };
const inNext: IssueChange = { kind: 'resolveInNextRelease' };
const inRelease = (release: string): IssueChange => ({ kind: 'resolveInRelease', release });
const untilWorse: IssueChange = { kind: 'muteUntilWorse' };
const forEver: IssueChange = { kind: 'muteForever' };
const forTime = (ms: number): IssueChange => ({ kind: 'muteForTime', untilMs: NOW_MS + ms });
const untilEvents = (count: number, window: Window = {}): IssueChange => ({
  kind: 'muteUntilEvents',
  count,
  ...window,
});
const untilUsers = (count: number, window: Window = {}): IssueChange => ({
  kind: 'muteUntilUsers',
  count,
  ...window,
});

function toBase(release: string): BaseRelease {
  return { release, bounds: { oldest: [release], known: [] } };
}

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
  resolve,
  inNext,
  inRelease('3.0.0'),
  forTime(DAY_MS),
  untilEvents(10),
  untilUsers(2),
  untilEvents(11, WITHIN_HOUR),
  untilWorse,
  untilUsers(2, { windowMinutes: 10_080 }),
  forEver,
  reopen,
];

const EVERY_STATE: readonly IssueState[] = [
  NEW,
  REGRESSED,
  ...EVERY_CHANGE.filter(({ kind }) => kind !== 'reopen').map((asked) => change(NEW, asked)),
];

describe('applyChange', () => {
  const muted = { status: 'muted', reopensAs: 'regressed' };

  it.each<[IssueChange, object]>([
    [resolve, { status: 'resolved', kind: 'now' }],
    [inNext, { status: 'resolved', kind: 'nextRelease', ...toBase('2.0.0') }],
    [inRelease(' 3.0.0 '), { status: 'resolved', kind: 'inRelease', release: '3.0.0' }],
    [forTime(DAY_MS), { ...muted, kind: 'time', untilMs: NOW_MS + DAY_MS }],
    [untilEvents(10), { ...muted, kind: 'events', count: 10, baseline: 40 }],
    [untilUsers(2), { ...muted, kind: 'users', count: 2, baseline: 4 }],
    [untilWorse, { ...muted, kind: 'events', count: 21, windowMinutes: 1440, baseline: 40 }],
    [forEver, { ...muted, kind: 'forever' }],
  ])('applies %j at the given time and by the given person', (asked, expected) => {
    const changed = { outcome: 'changed', state: { ...expected, ...BY } };
    expect(applyChange(REGRESSED, asked, FACTS)).toEqual(changed);
  });

  it.each([
    [{ inHour: 100, inDay: 900 }, 501, 60],
    [{ inHour: 4, inDay: 9 }, 21, 60],
    [{ inHour: 3, inDay: 9 }, 46, 1440],
    [{ inHour: 1, inDay: 2 }, 21, 1440],
    [{ inHour: 900_000, inDay: 900_000 }, 4_500_001, 60],
  ])('mutes until it gets worse than %j', (busiest, count, windowMinutes) => {
    expect(change(NEW, untilWorse, { busiest })).toMatchObject({ count, windowMinutes });
  });

  it('reopens a resolved issue as new, and a muted issue as it was', () => {
    const asNew = { status: 'unresolved', kind: 'new', ...BY };
    expect(change(change(REGRESSED, resolve), reopen)).toEqual(asNew);
    const twiceMuted = change(change(REGRESSED, forEver), untilEvents(1));
    expect(change(twiceMuted, reopen)).toMatchObject({ status: 'unresolved', kind: 'regressed' });
  });

  it('applies the same change only once, whoever asks and however much has come since', () => {
    for (const state of EVERY_STATE) {
      for (const asked of EVERY_CHANGE) {
        const once = change(state, asked);
        const later = { nowMs: NOW_MS + 5000, byUserId: 8, events: 50, users: 9 };
        const unchanged = { outcome: 'unchanged', state: once };
        expect(applyChange(once, asked, { ...FACTS, ...later })).toEqual(unchanged);
      }
    }
  });

  it.each<[IssueChange, IssueChange]>([
    [forTime(DAY_MS), forTime(2 * DAY_MS)],
    [untilEvents(10), untilEvents(11)],
    [untilEvents(10), untilEvents(10, WITHIN_HOUR)],
    [untilUsers(10, { windowMinutes: 1440 }), untilUsers(10, WITHIN_HOUR)],
    [inRelease('3.0.0'), inRelease('3.0.1')],
  ])('changes %j to %j', (first, second) => {
    const state = change(NEW, first);
    expect(applyChange(state, second, FACTS)).toMatchObject({ outcome: 'changed' });
  });

  it('resolves in the next release again once there is a newer release', () => {
    const again = change(change(NEW, inNext), inNext, { base: toBase('2.1.0') });
    expect(again).toMatchObject({ release: '2.1.0' });
    const old: IssueState = { ...again, bounds: undefined } as IssueState;
    expect(change(old, inNext, { base: toBase('2.1.0') })).toEqual(again);
  });

  it.each<[string, IssueChange, IssueChange]>([
    ['issue.mute_out_of_range', untilEvents(1), untilEvents(0)],
    ['issue.mute_out_of_range', untilEvents(1_000_000), untilEvents(1_000_001)],
    ['issue.mute_out_of_range', untilUsers(100_000), untilUsers(100_001)],
    ['issue.mute_out_of_range', untilUsers(10_000, WITHIN_HOUR), untilUsers(10_001, WITHIN_HOUR)],
    ['issue.mute_out_of_range', untilUsers(1), untilUsers(1.5)],
    ['issue.mute_out_of_range', forTime(1), forTime(0)],
    ['issue.mute_out_of_range', forTime(366 * DAY_MS), forTime(366 * DAY_MS + 1)],
    ['issue.mute_out_of_range', untilEvents(1), untilEvents(NaN)],
    ['issue.release_invalid', inRelease('r'.repeat(200)), inRelease('r'.repeat(201))],
    ['issue.release_invalid', inRelease('r'), inRelease('  ')],
  ])('refuses with %s a value beyond %j', (code, inside, outside) => {
    expect(applyChange(NEW, inside, FACTS)).toMatchObject({ outcome: 'changed' });
    expect(applyChange(NEW, outside, FACTS)).toEqual({ outcome: 'refused', code });
  });

  it('refuses the next release where no event names one', () => {
    const refused = { outcome: 'refused', code: 'issue.release_unknown' };
    expect(applyChange(NEW, inNext, { ...FACTS, base: undefined })).toEqual(refused);
  });
});

describe('applyEvents', () => {
  const after = { occurredAtMs: NOW_MS + 1 };
  const regressed = { status: 'unresolved', kind: 'regressed', sinceMs: NOW_MS + 60_000 };
  const arrive = (state: IssueState, release?: string) =>
    receive(state, { arrived: [{ ...after, release }] }).status;

  it('returns an unresolved issue as the same object', () => {
    expect(receive(NEW)).toBe(NEW);
    expect(receive(REGRESSED)).toBe(REGRESSED);
  });

  it('reopens a resolved issue by an event that occurred later, and by no other', () => {
    const state = change(NEW, resolve);
    expect(receive(state, { arrived: [{ occurredAtMs: NOW_MS }] })).toBe(state);
    expect(receive(state, { arrived: [{ occurredAtMs: NOW_MS }, after] })).toEqual(regressed);
  });

  it('takes another name of the release for the same', () => {
    expect(arrive(change(NEW, inRelease('2.0')), 'web@2.0.0')).toBe('unresolved');
    expect(arrive(change(NEW, inRelease('2.0')), 'web@1.9')).toBe('resolved');
  });

  it('names the release of the earliest event that reopens an issue', () => {
    const state = change(NEW, inRelease('2.0.0'));
    if (state.status !== 'resolved') throw new Error(state.status);
    const facts = { nowMs: NOW_MS, events: 1, users: 0, firstSeenMs: new Map() };
    const regressedIn = (...arrived: EventFacts['arrived']) =>
      findRegressedRelease(state, { ...facts, arrived });
    const at = (release: string, ms: number) => ({ release, occurredAtMs: NOW_MS + ms });
    expect(regressedIn(at('2.2.0', 3), at('2.1.0', 2), at('1.0.0', 1))).toBe('2.1.0');
    expect(regressedIn(at('1.0.0', 1))).toBeUndefined();
  });

  it.each([
    ['the next release only by newer ones', inNext, ['1.9.9', '2.0.0'], ['2.0.1']],
    [
      'a release only by it and newer ones',
      inRelease('3.0.0'),
      ['2.9.9', '3.0.0-rc.1'],
      ['3.0.0', '10.0.0'],
    ],
  ])('reopens an issue resolved in %s', (_, asked, older, newer) => {
    const state = change(NEW, asked);
    for (const release of [...older, undefined]) expect(arrive(state, release)).toBe('resolved');
    for (const release of newer) expect(arrive(state, release)).toBe('unresolved');
  });

  it('ignores the newer release of an event that occurred before the resolution', () => {
    const state = change(NEW, inNext);
    const arrived = [
      { occurredAtMs: NOW_MS, release: '9.0.0' },
      { ...after, release: '1.0.0' },
    ];
    expect(receive(state, { arrived })).toBe(state);
  });

  it('goes by the release seen first where releases are not versions', () => {
    const state = change(NEW, inRelease('beef'));
    const arrived = [{ ...after, release: 'cafe' }];
    const receiveOf = (seenMs: Record<string, number>) =>
      receive(state, { arrived, firstSeenMs: new Map(Object.entries(seenMs)) });
    expect(receiveOf({ cafe: 1, beef: 2 })).toBe(state);
    expect(receiveOf({ cafe: 3, beef: 2 }).status).toBe('unresolved');
    expect(receiveOf({ cafe: 3 })).toBe(state);
  });

  it('reopens a muted issue as it was after the event that fills its number', () => {
    const state = change(REGRESSED, untilEvents(10));
    expect(receive(state, { events: 49, users: 100 })).toBe(state);
    expect(receive(state, { events: 50 })).toEqual(regressed);
  });

  it('reopens a muted issue as it was after the user who fills its number', () => {
    const state = change(NEW, untilUsers(2));
    expect(receive(state, { users: 5, events: 1000 })).toBe(state);
    expect(receive(state, { users: 6 })).toMatchObject({ status: 'unresolved', kind: 'new' });
  });

  it.each([
    ['events', untilEvents],
    ['users', untilUsers],
  ])('reopens an issue when so many %s are within its window, and by no other', (_, until) => {
    const state = change(REGRESSED, until(10, WITHIN_HOUR));
    expect(receive(state, { events: 1e6, users: 1e5, withinWindow: 9 })).toBe(state);
    expect(receive(state, { withinWindow: 10 })).toEqual(regressed);
  });

  it('reopens an issue muted until users when no more users are counted', () => {
    const users = issueLimits.muteUsers - 1;
    const state = change(NEW, untilUsers(100), { users });
    expect(receive(state, { users })).toBe(state);
    expect(receive(state, { users: users + 1 }).status).toBe('unresolved');
  });

  it('reopens an issue muted for a time when the time has passed, dated from then', () => {
    const untilMs = NOW_MS + DAY_MS;
    const state = change(NEW, forTime(DAY_MS));
    expect(receive(state, { nowMs: untilMs - 1 })).toBe(state);
    expect(receive(state, { nowMs: untilMs + 5 })).toEqual({ ...NEW, sinceMs: untilMs });
  });

  it('never reopens an issue that is muted for ever', () => {
    const state = change(NEW, forEver);
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
