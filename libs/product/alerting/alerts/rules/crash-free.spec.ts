import { expect, it } from '@jest/globals';
import { defaultAlertRule } from './alert-rule.ts';
import { findJudgedRelease, judgeCrashFree } from './crash-free.ts';
import type { CrashFreeState, ReleaseSessions } from './crash-free.ts';

const MINUTE_MS = 60_000;
const RULE = { ...defaultAlertRule, crashFree: { percent: 99.7, hours: 24, minSessions: 100 } };

const of = (release: string, traits: Partial<ReleaseSessions> = {}): ReleaseSessions => ({
  release,
  environment: 'production',
  firstSeenMs: Number(release),
  sessions: 1000,
  crashed: 0,
  failed: 0,
  failedOf: 0,
  ...traits,
});

const AT_ONCE = { firstSeenMs: 1 };

it.each([
  ['the newest', [of('2'), of('3'), of('1')], '3'],
  ['the newest with enough sessions', [of('2', { sessions: 100 }), of('3', { sessions: 99 })], '2'],
  ['the last by name among equal ones', [of('b', AT_ONCE), of('a', AT_ONCE)], 'b'],
  ['the same one in another order', [of('a', AT_ONCE), of('b', AT_ONCE)], 'b'],
  [
    'the newest by time, whatever its version',
    [of('999.0', { firstSeenMs: 1 }), of('1.9', { firstSeenMs: 2 })],
    '1.9',
  ],
  ['the higher version of one time', [of('1.10', AT_ONCE), of('1.9', AT_ONCE)], '1.10'],
  [
    'the newest, whatever other packages have',
    [
      of('web@1.0.0', { ...AT_ONCE, crashed: 9 }),
      of('web@abcdef1', { firstSeenMs: 5, crashed: 1 }),
      of('api@0.5.0', { firstSeenMs: 9 }),
    ],
    'web@abcdef1',
  ],
  ['the first by name of equal shares', [of('web@1', AT_ONCE), of('api@1', AT_ONCE)], 'api@1'],
  ['one of no environment', [of('1', { environment: undefined })], '1'],
  ['none of other environments', [of('1', { environment: 'staging' })], undefined],
  ['none without sessions', [], undefined],
])('findJudgedRelease picks among releases: %s', (_, found, release) => {
  expect(findJudgedRelease(RULE, found, undefined)?.release).toBe(release);
});

it.each([
  ['the worst of the newest', undefined, 'api@7'],
  [
    'the newest of the package that fell',
    { isUnder: true, release: 'web@1', fellAtMs: 0 },
    'web@2',
  ],
  ['the worst once that is over', { isUnder: false, release: 'web@1', fellAtMs: 0 }, 'api@7'],
  [
    'the worst where what fell has too few',
    { isUnder: true, release: 'f00', fellAtMs: 0 },
    'api@7',
  ],
])('findJudgedRelease picks among packages: %s', (_, state, release) => {
  const found = [
    of('web@1', { firstSeenMs: 1, crashed: 9 }),
    of('web@2', { firstSeenMs: 9, crashed: 1 }),
    of('api@7', { firstSeenMs: 2, crashed: 2 }),
    of('ios@3', { firstSeenMs: 3 }),
  ];
  expect(findJudgedRelease(RULE, found, state)?.release).toBe(release);
});

it('findJudgedRelease adds up the environments of a rule', () => {
  const found = [of('1', { crashed: 2 }), of('1', { environment: 'eu', sessions: 50, crashed: 1 })];
  expect(findJudgedRelease(RULE, found, undefined)).toEqual({
    release: '1',
    sessions: 1050,
    crashed: 3,
  });
});

it('findJudgedRelease counts unhandled errors in the hours that say them, where the rule wants', () => {
  const rule = { ...RULE, crashFree: { ...RULE.crashFree, withUnhandled: true as const } };
  const found = [of('2', { failed: 9, failedOf: 99 }), of('1', { failed: 7, failedOf: 500 })];
  expect(findJudgedRelease(rule, found, undefined)).toEqual({
    release: '1',
    sessions: 500,
    crashed: 7,
  });
  expect(findJudgedRelease(RULE, found, undefined)).toEqual({
    release: '2',
    sessions: 1000,
    crashed: 0,
  });
});

it.each([
  ['nothing at the limit itself', '0:3', 'nothing'],
  ['a fall once', '0:4 1:4 90:9', 'fell nothing nothing'],
  ['when the limit is reached again', '0:4 1:3 2:2', 'fell recovered nothing'],
  ['another fall only after the pause', '0:4 1:3 29:4 30:4', 'fell recovered nothing fell'],
  ['that another release fell, and that it recovered', '0:4 40:5:2 41:0:3', 'fell fell recovered'],
])('judgeCrashFree tells %s, in minutes %s', (_, steps, told) => {
  let state: CrashFreeState | undefined;
  const news = steps.split(' ').map((step) => {
    const [minute, crashed, release = '1'] = step.split(':');
    const nowMs = Number(minute) * MINUTE_MS;
    const sessions = { sessions: 1000, crashed: Number(crashed) };
    const reason = judgeCrashFree(RULE, { release, ...sessions }, { state, nowMs });
    if (!reason) return 'nothing';
    const { isUnder } = reason;
    state = { isUnder, release, fellAtMs: isUnder ? nowMs : state!.fellAtMs };
    return isUnder ? 'fell' : 'recovered';
  });
  expect(news.join(' ')).toBe(told);
});

it.each([
  ['another release', 'ios@5', 1, 'ios@2'],
  ['the same release', 'ios@2', 1, undefined],
  ['another release that fell too', 'ios@5', 4, undefined],
])(
  'judgeCrashFree names the release that had fallen, when it judges %s',
  (_, release, crashed, fellBefore) => {
    const state = { isUnder: true, release: 'ios@2', fellAtMs: 0 };
    const asked = { state, nowMs: 90 * MINUTE_MS };
    const reason = judgeCrashFree(RULE, { release, sessions: 1000, crashed }, asked);
    expect(reason?.fellBefore).toBe(fellBefore);
  },
);

it('judgeCrashFree tells no recovery by the sessions of another package', () => {
  const state = { isUnder: true, release: 'ios@2', fellAtMs: 0 };
  const judged = { release: 'web@5', sessions: 1000, crashed: 0 };
  expect(judgeCrashFree(RULE, judged, { state, nowMs: 90 * MINUTE_MS })).toBeUndefined();
});
