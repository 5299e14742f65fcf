import { expect, it } from '@jest/globals';
import { forecastCrashFree, forecastThreshold } from './forecast.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const KNOWN = 288;
const hour = (index: number, events: number, issueId = 1) => ({
  issueId,
  atMs: index * HOUR_MS,
  events,
});
const minute = (index: number, events: number) => hour(KNOWN + index / 60, events);
const BURST = [hour(1, 6), hour(2, 6)];
const TWO = [hour(1, 12), hour(5, 12)];

it.each([
  ['no hour with too few events', [hour(1, 9)], [], [0, 0, 0]],
  ['a steady hour as often as the pause allows', [hour(1, 240)], [], [3, 3, 3]],
  ['issues apart', [hour(1, 120, 1), hour(1, 120, 2)], [], [6, 6, 6]],
  ['bursts by half while no minutes are known', TWO, [], [0, 1, 2]],
  ['a burst across the edge of an hour', [...BURST, hour(4, 6), hour(5, 3)], [], [0, 0.5, 1]],
  ['no burst of two issues', [hour(1, 6), hour(2, 6, 2)], [], [0, 0, 0]],
  ['no event in two bursts', [hour(1, 14), hour(2, 6), hour(3, 9)], [], [0, 1, 2]],
  ['known minutes exactly', [hour(KNOWN, 12)], [minute(3, 6), minute(6, 6)], [1, 1, 1]],
  ['no window longer than asked', [hour(KNOWN, 12)], [minute(3, 6), minute(8, 6)], [0, 0, 0]],
  ['bursts as rare as known', [...TWO, hour(KNOWN, 12)], [minute(0, 6), minute(9, 6)], [0, 0, 2]],
  ['bursts as frequent as known', [...TWO, hour(KNOWN, 12)], [minute(0, 12)], [1, 3, 3]],
] as const)('forecastThreshold counts %s', (_, hours, minutes, expected) => {
  const buckets = { hours, minutes, minutesFromMs: KNOWN * HOUR_MS };
  const threshold = { count: 10, minutes: 5, of: 'issue' } as const;
  const { least, about, most } = forecastThreshold({}, threshold, buckets);
  expect([least, about, most]).toEqual(expected);
});

it('forecastCrashFree looks at each sum of sessions a few times, however many hours there are', () => {
  const crashFree = { percent: 99, hours: 168, minSessions: 50 };
  const rule = { crashFree, environments: { are: 'except', patterns: [] } } as const;
  let reads = 0;
  const sums = { release: '1.0', environment: 'live', firstSeenMs: 0, failed: 0, failedOf: 0 };
  const hours = Array.from({ length: 500 }, (_, index) => ({
    ...sums,
    sessions: 100,
    crashed: index % 24,
    get startsAtMs() {
      reads += 1;
      return index * HOUR_MS;
    },
  }));
  forecastCrashFree(rule, hours, { sinceMs: 0, nowMs: 500 * HOUR_MS });
  expect(reads / hours.length).toBeLessThan(20);
});

it('forecastCrashFree counts counts no fall from before, and no other environment', () => {
  const crashFree = { percent: 99, hours: 6, minSessions: 50 };
  const rule = { crashFree, environments: { are: 'except', patterns: ['ci'] } } as const;
  const count = (environment: string, sinceHour: number): number => {
    const sums = { release: '1.0', environment, firstSeenMs: 0, failed: 0, failedOf: 0 };
    const hours = [5, 5, 0, 5].map((crashed, day) => {
      return { ...sums, startsAtMs: 24 * day * HOUR_MS, sessions: 100, crashed };
    });
    const times = { sinceMs: sinceHour * HOUR_MS, nowMs: 200 * HOUR_MS };
    return forecastCrashFree(rule, hours, times);
  };
  expect([count('live', 0), count('live', 20), count('ci', 0)]).toEqual([3, 2, 0]);
});
