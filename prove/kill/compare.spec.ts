import { expect, it } from '@jest/globals';
import { compare } from './compare.mjs';

it('finds nothing where all that was acknowledged, or never answered, is stored once', () => {
  const answered = {
    acknowledged: new Set(['a', 'b']),
    attached: ['b'],
    refused: new Set(['r']),
  };
  const stored = { ids: ['b', 'unanswered', 'a'], attached: ['unanswered', 'b'], miscounted: [] };
  expect(compare(answered, stored)).toEqual({
    missing: [],
    twice: [],
    unwanted: [],
    miscounted: [],
  });
});

it('names what is missing, what is there twice, and what was refused', () => {
  const answered = {
    acknowledged: new Set(['a', 'b', 'c']),
    attached: ['a', 'c', 'not acknowledged yet'],
    refused: new Set(['r', 's']),
  };
  const stored = {
    ids: ['a', 'a', 'a', 'r', 'c', 'c'],
    attached: ['a', 'a'],
    miscounted: ['a counter'],
  };
  expect(compare(answered, stored)).toEqual({
    missing: ['b', 'the file of c'],
    twice: ['a', 'c', 'the file of a'],
    unwanted: ['r'],
    miscounted: ['a counter'],
  });
});
