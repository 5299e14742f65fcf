import { expect, test } from '@jest/globals';
import { formatCount, formatExactCount, formatQuantity } from './format-count.ts';

test.each([
  [0, '0', '0'],
  [999, '999', '999'],
  [1000, '1,000', '1,000'],
  [99_999, '99,999', '99,999'],
  [100_000, '100k', '100,000'],
  [999_999, '999k', '999,999'],
  [1_239_999, '1.23M', '1,239,999'],
  [99_990_000, '99.9M', '99,990,000'],
  [2_500_000_000, '2.50B', '2,500,000,000'],
])('the count %p is %p in a column and %p in full', (count, short, exact) => {
  expect(formatCount(count)).toBe(short);
  expect(formatExactCount(count)).toBe(exact);
});

test('formatQuantity puts the noun of a quantity into singular or plural', () => {
  expect(formatQuantity(1, 'event')).toBe('1 event');
  expect(formatQuantity(0, 'event')).toBe('0 events');
  expect(formatQuantity(1200, 'reply', 'replies')).toBe('1,200 replies');
});
