import { describe, expect, it } from '@jest/globals';
import { DurationHistogram } from './duration-histogram.ts';

/** Evenly spread places within 100,000 durations, so that each shape is exact. */
const PLACES = Array.from({ length: 100_000 }, (_, index) => (index + 0.5) / 100_000);

/** Inverse of the normal distribution by its logistic approximation, which is close enough here. */
const toNormal = (place: number): number => Math.log(place / (1 - place)) / 1.702;

const SHAPES: readonly [string, (place: number) => number][] = [
  ['log-normal', (place) => 120 * Math.exp(0.8 * toNormal(place))],
  ['exponential', (place) => -40 * Math.log(1 - place)],
  ['bimodal', (place) => (place < 0.7 ? 2 + place : 900 + 300 * place)],
  ['uniform', (place) => 0.2 + 5000 * place],
];

describe('DurationHistogram', () => {
  it.each(SHAPES)('finds percentiles of %s durations within 2 %', (_, toMs) => {
    const durations = PLACES.map(toMs);
    const whole = new DurationHistogram();
    // Halves that are added up know as much as the whole.
    for (const half of [0, 1]) {
      const part = new DurationHistogram();
      for (const [index, ms] of durations.entries()) if (index % 2 === half) part.add(ms);
      whole.addBytes(part.toBytes());
    }
    const sorted = durations.toSorted((a, b) => a - b);
    for (const part of [0.5, 0.75, 0.95, 0.99]) {
      const exact = sorted[Math.ceil(part * sorted.length) - 1]!;
      expect(Math.abs(whole.findPercentileMs(part) / exact - 1)).toBeLessThan(0.02);
    }
  });

  it('takes at most 110 bytes for 100 durations', () => {
    const durations = new DurationHistogram();
    for (let index = 0; index < 100; index += 1) durations.add(SHAPES[0]![1]((index + 0.5) / 100));
    expect(durations.toBytes().length).toBeLessThan(110);
  });

  it('counts at its ends what is shorter than 0.1 ms, no number, or longer than a day', () => {
    const durations = new DurationHistogram();
    for (const ms of [-1, Number.NaN, 0, 0.05, Infinity, 1e12]) durations.add(ms);
    const again = new DurationHistogram();
    again.addBytes(durations.toBytes());
    expect(again.count).toBe(6);
    expect(again.findPercentileMs(0.5)).toBeLessThan(0.1);
    expect(again.findPercentileMs(1) / 86_400_000).toBeCloseTo(1, 1);
    expect(new DurationHistogram().findPercentileMs(0.5)).toBe(0);
  });

  it('keeps counts of billions', () => {
    const durations = new DurationHistogram();
    durations.add(7, 2 ** 40 + 1);
    const again = new DurationHistogram();
    again.addBytes(durations.toBytes());
    expect(again.count).toBe(2 ** 40 + 1);
  });
});
