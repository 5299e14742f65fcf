import { expect, it } from '@jest/globals';
import { createObservable } from './observable.ts';

it('an observable has its value', () => {
  expect(createObservable('one').get()).toBe('one');
});

it('an observable notifies every listener of another value, once it has that value', () => {
  const { get, set, subscribe } = createObservable('one');
  const told: string[] = [];
  subscribe(() => told.push(`first ${get()}`));
  subscribe(() => told.push(`second ${get()}`));
  set('two');
  expect(told).toEqual(['first two', 'second two']);
});

it('an observable notifies nobody of the same value', () => {
  const { set, subscribe } = createObservable('one');
  const told: string[] = [];
  subscribe(() => told.push('told'));
  set('one');
  expect(told).toEqual([]);
});

it('an observable does not notify a listener that has unsubscribed', () => {
  const { set, subscribe } = createObservable('one');
  const told: string[] = [];
  const unsubscribe = subscribe(() => told.push('first'));
  subscribe(() => told.push('second'));
  unsubscribe();
  set('two');
  expect(told).toEqual(['second']);
});
