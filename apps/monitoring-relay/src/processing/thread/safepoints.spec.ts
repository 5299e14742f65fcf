import { describe, expect, it } from '@jest/globals';
import { createSafepointMemory, Safepoints } from './safepoints.ts';

const failing = (): never => {
  throw new RangeError('No.');
};

describe('Safepoints', () => {
  it('give what the work gives', () => {
    expect(new Safepoints(createSafepointMemory()).leaveFor(() => 'made')).toBe('made');
  });

  it.each([
    ['at first', () => undefined],
    ['after work', (safepoints: Safepoints) => safepoints.leaveFor(() => undefined)],
    [
      'after work that failed',
      (safepoints: Safepoints) => expect(() => safepoints.leaveFor(failing)).toThrow('No.'),
    ],
  ])('tell that a thread is at one %s', async (_, act) => {
    const safepoints = new Safepoints(createSafepointMemory());
    act(safepoints);
    expect([safepoints.holdNow(), await safepoints.hold()]).toEqual([true, true]);
  });

  it('tell when a thread has not come to one in time', () => {
    const memory = createSafepointMemory();
    const worker = new Safepoints(memory);
    expect(worker.leaveFor(() => new Safepoints(memory, 1).holdNow())).toBe(false);
  });

  it('wait until a thread has come to one', async () => {
    const memory = createSafepointMemory();
    const worker = new Safepoints(memory);
    const holding = worker.leaveFor(() => ({ isSafe: new Safepoints(memory, 60_000).hold() }));
    expect(await holding.isSafe).toBe(true);
  });
});
