import { expect, it } from '@jest/globals';
import { HandClock } from '../testing/hand-clock.ts';
import { StepSize } from './step-size.ts';

it('StepSize halves slow steps, down to a sixteenth, and doubles quick ones', async () => {
  const clock = new HandClock();
  const size = new StepSize(clock);
  const shares: number[] = [];
  for (const tookMs of [26, 10, 25, 26, 26, 1000, 1000, 9, 0, 0, 0, -5]) {
    await size.take(async (share) => {
      shares.push(share);
      clock.ms += tookMs;
    });
  }
  expect(shares.map((share) => 1 / share)).toEqual([1, 2, 2, 2, 4, 8, 16, 16, 8, 4, 2, 1]);
});

it('StepSize stays the same when a step fails', async () => {
  const clock = new HandClock();
  const size = new StepSize(clock);
  const failing = size.take(async () => {
    clock.ms += 1000;
    throw new Error('away');
  });
  await expect(failing).rejects.toThrow('away');
  expect(await size.take(async (share) => share)).toBe(1);
});
