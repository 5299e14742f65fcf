import { expect, it } from '@jest/globals';
import { formatTook, measureRuns } from './run-durations.ts';

it.each([
  [80, '80 ms'],
  [59_990, '59.9 s'],
  [290_400, '4 min 50 s'],
  [300_000, '5 min'],
  [31 * 60_000, '31 min'],
  [6_600_000, '1 h 50 min'],
])('formatTook writes %d ms as %s', (ms, text) => {
  expect(formatTook(ms)).toBe(text);
});

it('measureRuns leaves out runs without a duration, and counts those over the limit', () => {
  const runs = [50, undefined, 900, 100, 70, undefined].map((durationMs, startedMs) =>
    durationMs === undefined ? { startedMs } : { startedMs, durationMs },
  );
  const longest = { startedMs: 2, durationMs: 900 };
  const measured = { medianMs: 70, longest, latestMs: 70, over: 1 };
  expect(measureRuns(runs, 100)).toEqual(measured);
  expect(measureRuns(runs)).toEqual({ ...measured, over: 0 });
  expect(measureRuns([{ startedMs: 1 }], 100)).toBeUndefined();
});
