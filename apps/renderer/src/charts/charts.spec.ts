import { describe, expect, it } from '@jest/globals';
import { listTimeTicks, toBandPath, toLinePath } from './index.ts';

const SIZE = { width: 96, height: 24, least: 90, most: 100 };

describe('toLinePath', () => {
  it.each([
    ['nothing', [], ''],
    ['one value', [95], 'M0,12Z'],
    ['values over the whole width', [100, 95, 90], 'M0,0L48,12L96,24'],
    ['values outside of the scale', [0, 200], 'M0,24L96,0'],
    ['a gap and a point beside it', [100, undefined, 90, undefined, 95], 'M0,0ZM48,24ZM96,12Z'],
  ])('draws %s', (_, values, path) => {
    expect(toLinePath(values, SIZE)).toBe(path);
  });
});

it('listTimeTicks names full hours or days with their places', () => {
  const day = Date.UTC(2026, 2, 4);
  expect(listTimeTicks(day, day + 86_400_000, 4)).toEqual([
    { atMs: day, at: 0 },
    { atMs: day + 21_600_000, at: 0.25 },
    { atMs: day + 43_200_000, at: 0.5 },
    { atMs: day + 64_800_000, at: 0.75 },
    { atMs: day + 86_400_000, at: 1 },
  ]);
  expect(listTimeTicks(day, day + 14 * 86_400_000, 4)).toHaveLength(4);
});

it('toBandPath draws what is between two series, and leaves gaps', () => {
  const size = { width: 30, height: 10, least: 0, most: 10 };
  expect(toBandPath([[0, 5], [5, 20], undefined, [1, 2]], size)).toBe(
    'M0,5L10,0L10,5L0,10ZM30,8L30,9Z',
  );
  expect(toBandPath([], size)).toBe('');
});
