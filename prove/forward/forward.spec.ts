import { expect, it } from '@jest/globals';
import { compareForwarded } from './forward.mjs';

const nothing = { unsent: [], resent: [], unasked: [] };
/** `a` was sent twice, the second time beside a log. The log `l` was sent alone. */
const answered = {
  events: {
    acknowledged: new Set(['a', 'b']),
    refused: new Set(['r']),
    sends: new Map([
      ['a', { acknowledged: 2, open: 0 }],
      ['b', { acknowledged: 1, open: 0 }],
      ['unanswered', { acknowledged: 0, open: 1 }],
    ]),
  },
  logs: {
    acknowledged: new Set(['beside a', 'l']),
    refused: new Set(['s']),
    sends: new Map([
      ['beside a', { acknowledged: 1, open: 0 }],
      ['l', { acknowledged: 1, open: 0 }],
    ]),
  },
  spans: {
    acknowledged: new Set(['span']),
    refused: new Set<string>(),
    sends: new Map([['span', { acknowledged: 1, open: 0 }]]),
  },
};
const all = [['a'], ['b'], ['a', 'beside a'], ['l', 'another of its logs'], ['span']];

it('compareForwarded finds nothing where acknowledged items came as often as they were sent', () => {
  expect(compareForwarded(answered, all, 0)).toEqual(nothing);
  expect(compareForwarded(answered, [...all, ['unanswered']], 0)).toEqual(nothing);
});

it.each(['b', 'l', 'span'])(
  'compareForwarded lets the item %s come again once for each kill, and no more',
  (item) => {
    expect(compareForwarded(answered, [...all, [item]], 1)).toEqual(nothing);
    expect(compareForwarded(answered, [...all, [item], [item]], 1)).toEqual({
      ...nothing,
      resent: [`${item}, 2 more than sent`],
    });
  },
);

it('compareForwarded names items that never came, and refused items that came', () => {
  expect(compareForwarded(answered, [['a'], ['r'], ['l', 's']], 2)).toEqual({
    unsent: ['b', 'beside a', 'span'],
    resent: [],
    unasked: ['r', 's'],
  });
});
