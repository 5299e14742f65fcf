import { expect, it } from '@jest/globals';
import { compareReceipts } from './compare-receipts.mjs';

it('tells what was lost, what came twice, and what of that no kill explains', () => {
  const receipts = new Map([
    ['once', [{ atMs: 10 }]],
    ['by a kill', [{ atMs: 100 }, { atMs: 40_000 }]],
    ['by nothing', [{ atMs: 50_000 }, { atMs: 90_000 }]],
  ]);
  const sent = ['once', 'by a kill', 'by nothing', 'never'];
  expect(compareReceipts(sent, receipts, [120])).toEqual({
    twice: ['by a kill', 'by nothing'],
    faults: {
      lost: ['never'],
      unexplained: ['by nothing, again 40000 ms and no kill after its receipt'],
    },
  });
});
