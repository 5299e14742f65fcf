import { expect, it } from '@jest/globals';
import { createObservable } from './observable.ts';

it('an observable notifies its listeners of another value, once it has that, until they unsubscribe', () => {
  const { get, set, subscribe } = createObservable('one');
  const told: string[] = [];
  const unsubscribe = subscribe(() => told.push(`first ${get()}`));
  subscribe(() => told.push(`second ${get()}`));
  expect(get()).toBe('one');
  set('one');
  expect(told).toEqual([]);
  set('two');
  expect(told).toEqual(['first two', 'second two']);
  unsubscribe();
  set('three');
  expect(told.slice(2)).toEqual(['second three']);
});
