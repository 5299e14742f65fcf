import { expect, test } from '@jest/globals';
import { findKind, listKinds } from './step-kinds.ts';

test('steps are counted by kind, the most frequent first', () => {
  const kinds = listKinds(['console', 'http', 'http', 'user', '']);
  expect(kinds).toEqual([
    { name: 'http', count: 2 },
    { name: 'console', count: 1 },
    { name: 'user', count: 1 },
    { name: 'other', count: 1 },
  ]);
  expect(findKind(kinds, 'user')).toBe(2);
});

test('the rarest of many kinds of steps count as other, with the steps of that name', () => {
  const many = Array.from({ length: 12 }, (_, index) => `kind${index}`);
  const kinds = listKinds([...many, 'other', 'other', 'kind3']);
  expect(kinds).toHaveLength(8);
  expect(kinds[0]).toEqual({ name: 'kind3', count: 2 });
  expect(kinds.at(-1)).toEqual({ name: 'other', count: 7 });
  expect(findKind(kinds, 'kind11')).toBe(7);
  expect(findKind(kinds, 'other')).toBe(7);
});
