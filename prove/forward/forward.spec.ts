import { expect, it } from '@jest/globals';
import { compareForwarded } from './forward.mjs';

const nothing = { unsent: [], resent: [], unasked: [] };
const answered = {
  acknowledged: new Set(['a', 'b']),
  refused: new Set(['r']),
  sends: new Map([
    ['a', { acknowledged: 2, open: 0 }],
    ['b', { acknowledged: 1, open: 0 }],
    ['unanswered', { acknowledged: 0, open: 1 }],
  ]),
};

it('finds nothing where all that was acknowledged came as often as it was sent', () => {
  expect(compareForwarded(answered, ['a', 'b', 'a'], 0)).toEqual(nothing);
  expect(compareForwarded(answered, ['a', 'b', 'unanswered'], 0)).toEqual(nothing);
});

it('lets one come again for each kill, and no more', () => {
  expect(compareForwarded(answered, ['a', 'b', 'b'], 1)).toEqual(nothing);
  expect(compareForwarded(answered, ['a', 'b', 'b', 'b'], 1)).toEqual({
    ...nothing,
    resent: ['b, 2 more than sent'],
  });
});

it('names what never came, and what was refused and came', () => {
  expect(compareForwarded(answered, ['a', 'r'], 1)).toEqual({
    unsent: ['b'],
    resent: [],
    unasked: ['r'],
  });
});
