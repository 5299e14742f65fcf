import { describe, expect, it } from '@jest/globals';
import { listTimeTicks, toLinePath } from './index.ts';

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
