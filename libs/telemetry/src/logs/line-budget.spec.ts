import { beforeEach, describe, expect, it } from '@jest/globals';
import { Clock } from '#shared';
import { LineBudget } from './line-budget.ts';

const MINUTE_MS = 60_000;

class ClockDouble extends Clock {
  ms = 0;

  override nowMs(): number {
    return this.ms;
  }
}

describe('LineBudget', () => {
  let clock: ClockDouble;
  let budget: LineBudget;

  beforeEach(() => {
    clock = new ClockDouble();
    budget = new LineBudget(clock, 2);
  });

  function countAdmitted(context: string, lines: number): number {
    return Array.from({ length: lines }, () => budget.admits(context)).filter(Boolean).length;
  }

  it('admits a limited number of lines a minute for each part', () => {
    expect(countAdmitted('Intake', 5)).toBe(2);
    expect(countAdmitted('Upkeep', 1)).toBe(1);
    clock.ms += MINUTE_MS;
    expect(countAdmitted('Intake', 1)).toBe(1);
  });

  it('reports once how many lines were left out, when the minute is over', () => {
    countAdmitted('Intake', 5);
    countAdmitted('Upkeep', 2);
    expect(budget.takeLeftOut()).toEqual([]);
    clock.ms += MINUTE_MS;
    expect(budget.takeLeftOut()).toEqual([['Intake', 3]]);
    expect(budget.takeLeftOut()).toEqual([]);
  });

  it('admits lines again when the clock is set back', () => {
    clock.ms = 10 * MINUTE_MS;
    countAdmitted('Intake', 3);
    clock.ms = 0;
    expect(countAdmitted('Intake', 1)).toBe(1);
  });
});
