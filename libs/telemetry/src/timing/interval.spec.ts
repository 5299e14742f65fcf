import { beforeEach, describe, expect, it } from '@jest/globals';
import { ClockDouble } from '../testing/clock-double.ts';
import { Interval } from './interval.ts';

let clock: ClockDouble;
let rhythm: Interval;

beforeEach(() => {
  clock = new ClockDouble();
  rhythm = new Interval(clock, 1000);
});

describe('Interval', () => {
  it('is due at once, and then when its time has passed', () => {
    expect(rhythm.isDue).toBe(true);
    rhythm.begin();
    clock.ms += 999;
    expect(rhythm.isDue).toBe(false);
    clock.ms += 1;
    expect(rhythm.isDue).toBe(true);
  });

  it('is due when the clock was set back', () => {
    rhythm.begin();
    clock.ms -= 1000;
    expect(rhythm.isDue).toBe(true);
  });
});
