import { expect, it } from '@jest/globals';
import { Logger } from '#telemetry/plain';
import { ClockDouble } from '#telemetry/testing';
import { ClockWatch } from './clock-watch.ts';

it('ClockWatch logs once that the clock was set back, and by how much', () => {
  const lines: string[] = [];
  Logger.writeTo(({ text }) => void lines.push(text));
  const clock = new ClockDouble();
  let steadyMs = 0;
  const watch = new ClockWatch(clock, () => steadyMs);
  for (const setMs of [0, -60_000, -7_200_000, 0, 86_400_000, -86_400_000]) {
    steadyMs += 10_000;
    clock.ms += 10_000 + setMs;
    watch.look();
  }
  const rest = 'Times that lie in the future count as now.';
  expect(lines).toEqual([
    `The clock was set back by 2 hours. ${rest}`,
    `The clock was set back by 1 day. ${rest}`,
  ]);
});
