import { describe, expect, it } from '@jest/globals';
import { planSwaps } from './plan-swaps.ts';

const rank = (...events: readonly number[]) => events.map((each) => ({ events: each }));

describe('the places of names in a bounded list', () => {
  it.each([
    ['stay when nobody waits', [1, 2], [], 0, [], []],
    ['are given while there is room', [1, 2], [3, 1], 1, [], [3]],
    ['stay when a newcomer has as many events', [1, 2], [1], 0, [], []],
    ['go to a newcomer with more events than the fewest', [1, 2], [2], 0, [1], [2]],
    [
      'go to several newcomers, each with more than another',
      [1, 2, 9],
      [8, 7, 5],
      0,
      [1, 2],
      [8, 7],
    ],
    ['go to the most events first when room is left for one', [0, 5], [4, 3, 1], 1, [0], [4, 3]],
    ['are taken from the fewest when there are too many names', [1, 2, 3], [], -2, [1, 2], []],
    ['are taken and given when there are too many names', [1, 2, 3], [4], -1, [1, 2], [4]],
    ['all go to names with more events', [1], [3, 2], 0, [1], [3]],
  ])('%s', (_, placed, waiting, room, leaving, entering) => {
    const swaps = planSwaps(rank(...placed), rank(...waiting), room);
    expect(swaps).toEqual({ leaving: rank(...leaving), entering: rank(...entering) });
  });
});
