import { beforeEach, describe, expect, it } from '@jest/globals';
import { DeletedIssues } from './deleted-issues.ts';

let steps: string[];
let left: number;
let failure: Error | undefined;
let onPause: () => void;
let deleted: DeletedIssues;

beforeEach(() => {
  steps = [];
  left = 0;
  failure = undefined;
  onPause = () => undefined;
  deleted = new DeletedIssues(
    {
      sweep: async () => {
        if (failure) throw failure;
        steps.push('sweep');
        left -= 1;
        return left >= 0;
      },
    },
    {
      wait: async () => {
        steps.push('pause');
        onPause();
      },
    },
  );
});

describe('DeletedIssues', () => {
  it('are swept until nothing is left, with a pause after each step', async () => {
    left = 2;
    await deleted.run();
    expect(steps).toEqual(['sweep', 'pause', 'sweep', 'pause', 'sweep']);
  });

  it('stay where they are when it is stopped', async () => {
    left = 100;
    onPause = () => void deleted.stop();
    await deleted.run();
    expect(steps).toEqual(['sweep', 'pause']);
    await deleted.run();
    expect(steps).toEqual(['sweep', 'pause']);
  });

  it('are left to the next time when the database is away', async () => {
    left = 1;
    failure = new Error('away');
    await expect(deleted.run()).rejects.toThrow('away');
    failure = undefined;
    await deleted.run();
    expect(left).toBe(-1);
  });
});
