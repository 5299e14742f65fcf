import { beforeEach, describe, expect, it } from '@jest/globals';
import { ClockDouble } from '../testing/clock-double.ts';
import { NoPause } from '../testing/no-pause.ts';
import { runThrottled, type Pace, walkThrottled } from './throttled.ts';

let clock: ClockDouble;
let pause: NoPause;
let pace: Pace;

beforeEach(() => {
  clock = new ClockDouble();
  pause = new NoPause();
  pace = { clock, pause, signal: new AbortController().signal };
});

describe('runThrottled', () => {
  it('pauses four times as long as a step took, but for at least 10 ms and at most 5 s', async () => {
    const tookMs = [50, 1, 3_600_000, -1000, 7];
    await runThrottled(async () => {
      clock.ms += tookMs.shift() ?? 0;
      return tookMs.length > 0;
    }, pace);
    expect(pause.waitsMs).toEqual([200, 10, 5000, 10]);
  });
});

describe('walkThrottled', () => {
  it('hands each step the position where the step before has ended', async () => {
    const from: (number | undefined)[] = [];
    await walkThrottled<number>(async (position) => {
      from.push(position);
      return from.length < 3 ? from.length : undefined;
    }, pace);
    expect(from).toEqual([undefined, 1, 2]);
  });
});
