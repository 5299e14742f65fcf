import { describe, expect, it } from '@jest/globals';
import { inTurns } from './runs.mjs';

describe('inTurns', () => {
  it('takes one after the other, in turn, and keeps the values apart', async () => {
    const order: string[] = [];
    let busy = 0;
    const take = (name: string, base: number) => async (run: number) => {
      order.push(`${name}${run}`);
      busy += 1;
      await Promise.resolve();
      expect(busy).toBe(1);
      busy -= 1;
      return base + run;
    };
    const values = await inTurns(2, { ours: take('a', 10), bare: take('b', 20) });
    expect(order).toEqual(['a0', 'b0', 'a1', 'b1']);
    expect(values).toEqual({ ours: [10, 11], bare: [20, 21] });
  });
});
