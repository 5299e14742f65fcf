import { expect, it } from '@jest/globals';
import { compare } from './compare.mjs';

it('finds nothing where all that was acknowledged, or never answered, is stored once', () => {
  const answered = { acknowledged: new Set(['a', 'b']), refused: new Set(['r']) };
  expect(compare(answered, { ids: ['b', 'unanswered', 'a'], miscounted: [] })).toEqual({
    missing: [],
    twice: [],
    unwanted: [],
    miscounted: [],
  });
});

it('names what is missing, what is there twice, and what was refused', () => {
  const answered = { acknowledged: new Set(['a', 'b', 'c']), refused: new Set(['r', 's']) };
  const stored = { ids: ['a', 'a', 'a', 'r', 'c', 'c'], miscounted: ['a counter'] };
  expect(compare(answered, stored)).toEqual({
    missing: ['b'],
    twice: ['a', 'c'],
    unwanted: ['r'],
    miscounted: ['a counter'],
  });
});
