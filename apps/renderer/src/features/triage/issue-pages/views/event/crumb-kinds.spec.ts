import { expect, test } from '@jest/globals';
import type { Breadcrumb } from '#shared';
import { findKind, listKinds } from './crumb-kinds.ts';

const step = (category?: string, type = ''): Breadcrumb => ({
  level: 'info',
  ...(category !== undefined && { category }),
  type,
});

test('steps are counted by category, or else by type, the most frequent first', () => {
  const kinds = listKinds([step('console'), step('http'), step('http'), step(undefined, 'user')]);
  expect(kinds).toEqual([
    { name: 'http', count: 2 },
    { name: 'console', count: 1 },
    { name: 'user', count: 1 },
  ]);
  expect(findKind(kinds, step(undefined, 'user'))).toBe(2);
});

test('of many categories the rest is one, with those that call themselves so', () => {
  const many = Array.from({ length: 12 }, (_, index) => step(`kind${index}`));
  const kinds = listKinds([...many, step('other'), step('other'), step('kind3')]);
  expect(kinds).toHaveLength(8);
  expect(kinds[0]).toEqual({ name: 'kind3', count: 2 });
  expect(kinds.at(-1)).toEqual({ name: 'other', count: 7 });
  expect(findKind(kinds, step('kind11'))).toBe(7);
  expect(findKind(kinds, step('other'))).toBe(7);
});
