import { describe, expect, it } from '@jest/globals';
import { reportLimits } from '#shared';
import { ClockDouble } from '#telemetry/testing';
import { ParseBudget } from './parse-budget.ts';

const { checkedBytesPerSecond, inlineBytes } = reportLimits;

describe('ParseBudget', () => {
  it('has so many bytes each second, and takes none of those that do not fit', () => {
    const clock = new ClockDouble();
    const budget = new ParseBudget(clock);
    for (let left = checkedBytesPerSecond; left > 0; left -= inlineBytes) {
      expect(budget.take(inlineBytes)).toBe(true);
    }
    expect(budget.take(1)).toBe(false);
    clock.ms += 1000;
    expect(budget.take(1)).toBe(true);
  });

  it('leaves alone what is kept in a file', () => {
    const budget = new ParseBudget(new ClockDouble());
    expect(budget.take(inlineBytes + 1)).toBe(false);
    expect(budget.take(inlineBytes)).toBe(true);
  });
});
