import { expect, it } from '@jest/globals';
import { WatchedNames } from './health-answers.ts';

it('WatchedNames takes twenty names of a token an hour, each as often as it is asked for', () => {
  const watched = new WatchedNames();
  for (let name = 1; name <= 20; name += 1) expect(watched.take('a', [`${name}`], 0)).toBe(true);
  expect(watched.take('a', ['21'], 3_599_999)).toBe(false);
  expect(watched.take('a', ['1', '20'], 3_599_999)).toBe(true);
  expect(watched.take('b', ['21'], 3_599_999)).toBe(true);
  expect(watched.take('a', ['21'], 3_600_000)).toBe(true);
});
