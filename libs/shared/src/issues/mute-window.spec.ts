import { describe, expect, it } from '@jest/globals';
import { countInWindow } from './mute-window.ts';
import type { MuteCounts, MuteWindow } from './mute-window.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Half past twelve and half a minute, so that bucket and mute begin at different times. */
const SINCE_MS = Date.UTC(2026, 0, 5, 12, 30, 30);

describe('countInWindow', () => {
  const count = (
    windowMinutes: MuteWindow,
    afterMs: readonly number[],
    before?: MuteCounts,
  ): ReturnType<typeof countInWindow> =>
    countInWindow(
      { sinceMs: SINCE_MS, windowMinutes, nowMs: SINCE_MS + 30 * 24 * HOUR_MS },
      before,
      afterMs.map((ms) => SINCE_MS + ms),
    );

  it.each<[string, MuteWindow, readonly number[], number]>([
    ['leaves out what occurred before the mute, or with it', 60, [-1, 0, 1], 1],
    ['counts the present minute and the 59 before it', 60, [1, HOUR_MS - MINUTE_MS], 2],
    ['counts no minute before these', 60, [1, HOUR_MS], 1],
    ['counts the present hour and the 23 before it', 1440, [1, 23 * HOUR_MS], 2],
    ['counts no hour before these', 1440, [1, 24 * HOUR_MS], 1],
    ['counts the present hour and the 167 before it', 10_080, [1, 167 * HOUR_MS], 2],
    ['leaves out hours a week ago', 10_080, [1, 168 * HOUR_MS], 1],
    ['finds the fullest window among events of days', 60, [1, 2, 3, 5 * HOUR_MS], 3],
    ['counts an event that comes late where it occurred', 60, [9 * MINUTE_MS, 1], 2],
  ])('%s', (_, windowMinutes, afterMs, most) => {
    expect(count(windowMinutes, afterMs).most).toBe(most);
  });

  it.each([60, 1440, 10_080] as const)('counts the same in calls of any size in %j', (window) => {
    const afterMs = Array.from({ length: 500 }, (_, index) => ((index * 37) % 500) * 7 * MINUTE_MS);
    const ordered = afterMs.toSorted((a, b) => a - b);
    const whole = count(window, afterMs);
    let counts: MuteCounts | undefined;
    let most = 0;
    for (let from = 0; from < 500; from += 7) {
      const step = count(window, ordered.slice(from, from + 7), counts);
      most = Math.max(most, step.most);
      ({ counts } = step);
    }
    expect({ counts, most }).toEqual(whole);
    expect(whole.counts.buckets.length).toBeLessThanOrEqual(168);
  });

  it('starts anew when the mute began at another time', () => {
    const before = { sinceMs: SINCE_MS - 1, buckets: [[SINCE_MS / MINUTE_MS, 9]] } as const;
    expect(count(60, [1], before).most).toBe(1);
  });
});
