import { expect, test } from '@jest/globals';
import { layOutStacks } from './stack-geometry.ts';

const geometry = { barWidth: 3, gap: 1, height: 20 };

test('the parts of a stacked bar stand on each other, and each part stays visible', () => {
  const series = [
    [5, 1000, 0],
    [5, 1, 0],
    [0, 1, 7],
  ];
  const stacks = layOutStacks(series, geometry);
  expect(stacks[0]!.map(({ part, y, height }) => [part, y, height])).toEqual([
    [0, 19, 1],
    [1, 18, 1],
  ]);
  expect(stacks[1]!.map(({ part, x, y, height }) => [part, x, y, height])).toEqual([
    [0, 4, 2, 18],
    [1, 4, 1, 1],
    [2, 4, 0, 1],
  ]);
  expect(stacks[2]!.map(({ part }) => part)).toEqual([2]);
  expect(layOutStacks([], geometry)).toEqual([]);
  expect(layOutStacks([[0], [Number.NaN]], geometry)).toEqual([[]]);
});
