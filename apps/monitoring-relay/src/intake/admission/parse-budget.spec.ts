import { describe, expect, it } from '@jest/globals';
import { reportLimits } from '#shared';
import { ClockDouble } from '#telemetry/testing';
import { ParseBudget } from './parse-budget.ts';

const { checkedBytesPerSecond, inlineBytes } = reportLimits;

describe('ParseBudget', () => {
  it('grants a set number of bytes each second, and nothing to a body that does not fit', () => {
    const clock = new ClockDouble();
    const budget = new ParseBudget(clock);
    for (let left = checkedBytesPerSecond; left > 0; left -= inlineBytes) {
      expect(budget.take(inlineBytes)).toBe(true);
    }
    expect(budget.take(1)).toBe(false);
    clock.ms += 1000;
    expect(budget.take(1)).toBe(true);
  });

  it('grants nothing to a body that is kept in a file, and charges nothing for it', () => {
    const budget = new ParseBudget(new ClockDouble());
    expect(budget.take(inlineBytes + 1)).toBe(false);
    expect(budget.take(inlineBytes)).toBe(true);
  });
});
