import { expect, test } from '@jest/globals';
import { summariseContext } from './context-summary.ts';

test('a context is named by what tells most', () => {
  expect(summariseContext({ version: 'v20.20.2', name: 'node', type: 'runtime' })).toBe(
    'node v20.20.2',
  );
});

test('without a known name its first short values stand for it', () => {
  expect(summariseContext({ type: 'cloud', nested: { a: 1 }, region: 'eu', zone: 2 })).toBe('eu 2');
  expect(summariseContext({ nested: { a: 1 } })).toBe('');
});
