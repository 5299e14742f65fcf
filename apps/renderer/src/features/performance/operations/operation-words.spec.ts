import { expect, it } from '@jest/globals';
import type { OperationRow } from '#product/performance/operations';
import { findExplanation, toOperations } from './operation-words.ts';

const SUMS = {
  calls: 100,
  callsPerRequest: 1.25,
  failed: 2,
  totalMs: 1000,
  share: 0.25,
  p95Ms: 43,
};

const row = (traits: Partial<OperationRow>): OperationRow => ({
  kind: 'db',
  name: 'select 1',
  ...SUMS,
  most: 1,
  ...traits,
});

const change = (factor: number) => ({ factor, before: 'shop@1.4.0', release: 'shop@1.5.0' });

it('toOperations tells what one request calls again and again, the most first', () => {
  const { rows, repeated } = toOperations([
    row({ most: 9 }),
    row({ kind: 'http', name: 'stock', most: 12 }),
    row({ most: 43, name: 'select … from entries' }),
    row({ kind: 'resource', name: 'img', most: 99 }),
    row({ kind: 'other', name: '', most: 99 }),
  ]);
  expect(repeated).toEqual([
    { words: 'The same statement at least 43 times in one request', name: 'select … from entries' },
    { words: 'The same call at least 12 times in one request', name: 'stock' },
  ]);
  expect(rows[0]?.cells).toEqual(['1.3', '2 %', '43 ms', { text: '25 %', percent: 25 }]);
  expect(rows.at(-1)?.name).toBe('all others');
});

it.each([
  [true, 'select … from entries', 'takes 2.1 × as long since shop@1.5.0'],
  [false, 'cache', 'takes 0.5 × as long since shop@1.5.0'],
])('findExplanation chooses what takes most time more (%p) or less', (isSlower, name, words) => {
  const rows = [
    row({ name: 'small', totalMs: 10, change: change(9) }),
    row({ name: 'same', totalMs: 90_000 }),
    row({ name: 'select … from entries', totalMs: 900, change: change(2.1) }),
    row({ name: 'cache', totalMs: 900, change: change(0.5) }),
  ];
  expect(findExplanation(rows, isSlower)).toEqual({ name, words });
  expect(findExplanation([row({})], isSlower)).toBeUndefined();
});
