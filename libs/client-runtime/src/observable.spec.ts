import { expect, it } from '@jest/globals';
import { createObservable } from './observable.ts';

it('has its value', () => {
  expect(createObservable('one').get()).toBe('one');
});

it('tells everybody of another one, once it has it', () => {
  const { get, set, subscribe } = createObservable('one');
  const told: string[] = [];
  subscribe(() => told.push(`first ${get()}`));
  subscribe(() => told.push(`second ${get()}`));
  set('two');
  expect(told).toEqual(['first two', 'second two']);
});

it('tells nothing of the same one', () => {
  const { set, subscribe } = createObservable('one');
  const told: string[] = [];
  subscribe(() => told.push('told'));
  set('one');
  expect(told).toEqual([]);
});

it('tells nothing to who has unsubscribed', () => {
  const { set, subscribe } = createObservable('one');
  const told: string[] = [];
  const unsubscribe = subscribe(() => told.push('first'));
  subscribe(() => told.push('second'));
  unsubscribe();
  set('two');
  expect(told).toEqual(['second']);
});
