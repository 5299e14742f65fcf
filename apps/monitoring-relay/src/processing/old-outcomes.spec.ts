import { beforeEach, describe, expect, it } from '@jest/globals';
import { ClockDouble } from '../../test/support/doubles.ts';
import { OldOutcomes } from './old-outcomes.ts';

let steps: string[];
let left: number;
let failure: Error | undefined;
let onPause: () => void;
let clock: ClockDouble;
let old: OldOutcomes;

beforeEach(() => {
  steps = [];
  left = 0;
  failure = undefined;
  onPause = () => undefined;
  clock = new ClockDouble();
  old = new OldOutcomes(
    {
      removeOld: async (nowMs) => {
        if (failure) throw failure;
        steps.push(nowMs === clock.ms ? 'remove' : 'remove by another clock');
        left -= 1;
        return left >= 0;
      },
    },
    clock,
    {
      wait: async () => {
        steps.push('pause');
        onPause();
      },
    },
  );
});

describe('OldOutcomes', () => {
  it('are removed until nothing is left, with a pause after each step', async () => {
    left = 2;
    await old.run();
    expect(steps).toEqual(['remove', 'pause', 'remove', 'pause', 'remove']);
  });

  it('stay where they are when it is stopped', async () => {
    left = 100;
    onPause = () => void old.stop();
    await old.run();
    await old.run();
    expect(steps).toEqual(['remove', 'pause']);
  });

  it('are left to the next time when the database is away', async () => {
    left = 1;
    failure = new Error('away');
    await expect(old.run()).rejects.toThrow('away');
    failure = undefined;
    await old.run();
    expect(left).toBe(-1);
  });
});
