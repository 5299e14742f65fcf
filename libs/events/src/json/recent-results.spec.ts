import { expect, it } from '@jest/globals';
import { RecentResults } from './recent-results.ts';

it('RecentResults remembers short keys, and forgets all of them when there are too many', () => {
  const results = new RecentResults<string>({ entries: 2, keyLength: 3 });
  const made: string[] = [];
  const find = (key: string) =>
    results.find(key, () => {
      made.push(key);
      return `${key}!`;
    });
  expect(['a', 'a', 'long', 'long', 'b', 'a', 'c', 'a'].map(find)).toEqual(
    ['a', 'a', 'long', 'long', 'b', 'a', 'c', 'a'].map((key) => `${key}!`),
  );
  expect(made).toEqual(['a', 'long', 'long', 'b', 'c', 'a']);
});
