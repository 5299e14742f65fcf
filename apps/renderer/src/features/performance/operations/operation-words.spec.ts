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
  msPerRequest: 12.3,
  msBefore: 4,
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
  const sent = [
    row({ most: 9 }),
    row({ kind: 'http', name: 'stock', most: 12 }),
    row({ most: 43, name: 'select … from entries' }),
    row({ kind: 'resource', name: 'img', most: 99 }),
    row({ kind: 'other', name: '', most: 99 }),
  ];
  const { head, rows, repeated } = toOperations(sent, 86_400_000);
  expect(head.at(-1)).toBe('1 day before');
  expect(repeated).toEqual([
    { words: 'The same statement at least 43 times in one request', name: 'select … from entries' },
    { words: 'The same call at least 12 times in one request', name: 'stock' },
  ]);
  expect(rows[0]?.cells).toEqual(['1.3', '2 %', '43 ms', { text: '12 ms', percent: 25 }, '4 ms']);
  expect(rows.at(-1)?.name).toBe('all others');
});

it.each<[name: string, change: OperationRow['change'], words: string]>([
  ['select … from entries', change(2.1), 'takes 2.1 × as long since shop@1.5.0'],
  [
    'select … from rows',
    { ...change(18), calls: [1, 20.04] },
    'is called 20 × a request since shop@1.5.0, 1 × before',
  ],
])('findExplanation names %s as what takes most time more', (name, changed, words) => {
  const rows = [
    row({ name: 'small', totalMs: 10, change: change(9) }),
    row({ name: 'same', totalMs: 90_000 }),
    row({ name, totalMs: 900, change: changed }),
  ];
  expect(findExplanation(rows)).toEqual({ name, words });
  expect(findExplanation([row({})])).toBeUndefined();
});
