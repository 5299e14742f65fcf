import { describe, expect, it } from '@jest/globals';
import { toNeed, toSize } from './project-need.ts';
import type { Sign } from './project-need.ts';

const sign = (kind: Sign['kind'], size: number): Sign => ({ kind, size });

/** People are called for the first ones first. */
const ORDER: readonly (readonly [what: string, ...signs: Sign[]])[] = [
  ['a tenth of all reports is refused', sign('lost', 1)],
  ['thousands meet an issue that came back', sign('returned', 1)],
  ['two monitors failed, and a release is worse', sign('stopped', 0.3), sign('worse', 0.6)],
  ['a backup missed', sign('stopped', 0)],
  ['a release is worse by 1.3 points', sign('worse', toSize(1.3, 0.1, 10))],
  ['a new issue reaches 200 people', sign('new', toSize(200, 1, 3000))],
  ['one in a hundred reports is refused', sign('lost', 0)],
  ['an issue came back for ten people', sign('returned', toSize(10, 1, 3000))],
  ['four times more events than usual', sign('burst', 0)],
  ['the chat channel is gone', sign('unheard', 0)],
  ['an issue came back for one person', sign('returned', 0)],
  ['three people meet new issues', sign('new', toSize(3, 1, 3000))],
  ['an issue came back days ago', sign('standing', 0)],
  ['as many new issues as every day', sign('usual', 0.5), sign('usual', 0.2)],
  ['nothing has come yet', sign('waiting', 1)],
];

describe('toNeed', () => {
  it('orders projects as somebody on call would', () => {
    const sorted = ORDER.toReversed().toSorted(
      ([, ...one], [, ...other]) => toNeed(other).weight - toNeed(one).weight,
    );
    expect(sorted.map(([what]) => what)).toEqual(ORDER.map(([what]) => what));
  });

  it('never lets many small signs outweigh a far worse one', () => {
    const small = Array.from({ length: 99 }, () => sign('usual', 1));
    expect(toNeed(small).weight).toBeLessThan(toNeed([sign('returned', 0)]).weight);
  });

  it('lists the worst sign first', () => {
    const signs = [sign('new', 0), sign('lost', 1), sign('usual', 1), sign('worse', 2)];
    expect(toNeed(signs).signs.map(({ kind }) => kind)).toEqual(['lost', 'worse', 'new', 'usual']);
  });
});

it.each([
  [10, 0.5],
  [1, 0],
  [0.1, 0],
  [0, 0],
  [1000, 1],
])('toSize places %d between 1 and 100 at %d', (value, size) => {
  expect(toSize(value, 1, 100)).toBeCloseTo(size);
});
