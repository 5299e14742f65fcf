import { expect, test } from '@jest/globals';
import { layOutBars, summariseSeries, toBarPath } from './bar-geometry.ts';

const geometry = { barWidth: 3, gap: 1, height: 20 };

test('the largest bar fills the height, and other bars the square root of their share', () => {
  expect(layOutBars([2.5, 10], geometry)).toEqual([
    { index: 0, value: 2.5, x: 0, y: 10, width: 3, height: 10 },
    { index: 1, value: 10, x: 4, y: 0, width: 3, height: 20 },
  ]);
});

test('a single event beside a flood has a visible bar, and no event has no bar', () => {
  const bars = layOutBars([1, 0, 1_000_000], geometry);
  expect(bars.map(({ index, height }) => [index, height])).toEqual([
    [0, 1],
    [2, 20],
  ]);
});

test.each([[[]], [[0, 0, 0]], [[Number.NaN, -3]]])(
  'no bars are drawn for the values %p',
  (values) => {
    expect(layOutBars(values, geometry)).toEqual([]);
    expect(toBarPath(values, geometry)).toBe('');
  },
);

test('all bars of a chart are one path of closed rectangles', () => {
  expect(toBarPath([20, 5], geometry)).toBe('M0 0h3v20h-3zM4 10h3v10h-3z');
  // The third argument is a peak that several charts share.
  expect(toBarPath([20, 5], geometry, 80)).toBe('M0 10h3v10h-3zM4 15h3v5h-3z');
});

test('a series is summed up by its total and its latest peak', () => {
  expect(summariseSeries([1, 7, 0, 7])).toEqual({ total: 15, peak: 7, peakIndex: 3 });
  expect(summariseSeries([0, 0])).toEqual({ total: 0, peak: 0 });
});
