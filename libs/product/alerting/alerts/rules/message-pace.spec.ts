import { describe, expect, it } from '@jest/globals';
import { planMessage, restedPace, withMessage } from './message-pace.ts';
import type { AlertPace } from './message-pace.ts';

const MINUTE_MS = 60_000;

/** Plans messages for alerts in the spans of minutes, such as `0-0.9 80-81`. */
function listMessages(spans: string): number[] {
  const ranges = spans.split(' ').map((span) => span.split('-').map(Number) as [number, number]);
  let pace: AlertPace = restedPace;
  let dueMs: number | undefined;
  const told: number[] = [];
  const last = ranges.at(-1)![1] + 60;
  for (let nowMs = 0; nowMs < last * MINUTE_MS; nowMs += 1000) {
    const minute = nowMs / MINUTE_MS;
    if (dueMs === undefined && ranges.some(([from, to]) => minute >= from && minute < to)) {
      const plan = planMessage(pace, nowMs);
      pace = { ...pace, isSummarising: plan.isSummarising };
      ({ dueMs } = plan);
    }
    if (dueMs === undefined || dueMs > nowMs) continue;
    pace = withMessage(pace, nowMs);
    dueMs = undefined;
    told.push(minute);
  }
  return told;
}

describe('planMessage', () => {
  it.each([
    ['one alert goes at once', '0-0.01', '0'],
    ['further alerts of the minute come in one message', '0-0.9', '0 1'],
    ['an alert a minute later goes at once', '0-0.01 1-1.01', '0 1'],
    ['an alert half a minute later waits for the full minute', '0-0.01 0.5-0.51', '0 1'],
    ['after ten messages one goes each half hour', '0-75', '0 1 2 3 4 5 6 7 8 9 39 69 99'],
    ['half an hour of quiet begins anew', '0-20 80-80.5', '0 1 2 3 4 5 6 7 8 9 39 80 81'],
    ['an alert every five minutes is no flood', '0-0.01 5-5.01 10-10.01', '0 5 10'],
  ])('%s', (_, spans, told) => {
    expect(listMessages(spans).join(' ')).toBe(told);
  });
});
