import { expect, it } from '@jest/globals';
import { toSubmittedAddress } from './submitted-address.ts';

const BASE = 'http://localhost/base/issues?before=12';

it.each([
  ['/base/search', 'http://localhost/base/search?q=a'],
  ['', 'http://localhost/base/issues?q=a'],
  ['search', 'http://localhost/base/search?q=a'],
  ['http://example.com/find', 'http://example.com/find?q=a'],
])('a form with the action %j submits to %s', (action, address) => {
  expect(toSubmittedAddress(action, BASE, [['q', 'a']])).toBe(address);
});

it('a submitted address loses the action’s own query, and keeps its fragment', () => {
  expect(toSubmittedAddress('/search?x=1&q=b#there', BASE, [['q', 'a']])).toBe(
    'http://localhost/search?q=a#there',
  );
});

it('a submitted address encodes names and values as forms do, in their order', () => {
  const entries = [
    ['q', 'level:error a&b=c+d'],
    ['größe', '1 %'],
    ['q', ''],
  ] as const;
  expect(toSubmittedAddress('/search', BASE, entries)).toBe(
    'http://localhost/search?q=level%3Aerror+a%26b%3Dc%2Bd&gr%C3%B6%C3%9Fe=1+%25&q=',
  );
});

it('a submitted address has the names of files', () => {
  expect(toSubmittedAddress('/search', BASE, [['file', { name: 'a b.txt' }]])).toBe(
    'http://localhost/search?file=a+b.txt',
  );
});

it('a submitted address has no query without entries', () => {
  expect(toSubmittedAddress('/search?x=1', BASE, [])).toBe('http://localhost/search');
});

it('toSubmittedAddress throws for an action that is no address', () => {
  expect(() => toSubmittedAddress('http://[', BASE, [])).toThrow('Invalid URL');
});
