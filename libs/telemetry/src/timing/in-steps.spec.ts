import { beforeEach, describe, expect, it } from '@jest/globals';
import { inSteps } from './in-steps.ts';

let steps: string[];
let left: number;
let failure: Error | undefined;
let onPause: () => void;
let stopping: AbortController;

beforeEach(() => {
  steps = [];
  left = 0;
  failure = undefined;
  onPause = () => undefined;
  stopping = new AbortController();
});

const run = (): Promise<void> =>
  inSteps(
    async () => {
      if (failure) throw failure;
      steps.push('step');
      left -= 1;
      return left >= 0;
    },
    {
      pause: {
        wait: async () => {
          steps.push('pause');
          onPause();
        },
      },
      signal: stopping.signal,
    },
  );

describe('inSteps', () => {
  it('repeats its step until nothing is left, with a pause after each', async () => {
    left = 2;
    await run();
    expect(steps).toEqual(['step', 'pause', 'step', 'pause', 'step']);
  });

  it('leaves the remaining steps undone when it is stopped', async () => {
    left = 100;
    onPause = () => stopping.abort();
    await run();
    await run();
    expect(steps).toEqual(['step', 'pause']);
  });

  it('rejects when a step rejects', async () => {
    failure = new Error('away');
    await expect(run()).rejects.toThrow('away');
  });
});
