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
  ['one of no environment', [of('1', { environment: undefined })], '1'],
  ['none of other environments', [of('1', { environment: 'staging' })], undefined],
  ['none without sessions', [], undefined],
])('findJudgedRelease picks among releases: %s', (_, found, release) => {
  expect(findJudgedRelease(RULE, found)?.release).toBe(release);
});

it('findJudgedRelease adds up the environments of a rule', () => {
  const found = [of('1', { crashed: 2 }), of('1', { environment: 'eu', sessions: 50, crashed: 1 })];
  expect(findJudgedRelease(RULE, found)).toEqual({ release: '1', sessions: 1050, crashed: 3 });
});

it('findJudgedRelease counts unhandled errors in the hours that say them, where the rule wants', () => {
  const rule = { ...RULE, crashFree: { ...RULE.crashFree, withUnhandled: true as const } };
  const found = [of('2', { failed: 9, failedOf: 99 }), of('1', { failed: 7, failedOf: 500 })];
  expect(findJudgedRelease(rule, found)).toEqual({ release: '1', sessions: 500, crashed: 7 });
  expect(findJudgedRelease(RULE, found)).toEqual({ release: '2', sessions: 1000, crashed: 0 });
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
  ['another release', 'web@5', 1, 'ios@2'],
  ['the same release', 'ios@2', 1, undefined],
  ['another release that fell too', 'web@5', 4, undefined],
])(
  'judgeCrashFree names the release that had fallen, when it judges %s',
  (_, release, crashed, fellBefore) => {
    const state = { isUnder: true, release: 'ios@2', fellAtMs: 0 };
    const asked = { state, nowMs: 90 * MINUTE_MS };
    const reason = judgeCrashFree(RULE, { release, sessions: 1000, crashed }, asked);
    expect(reason?.fellBefore).toBe(fellBefore);
  },
);
