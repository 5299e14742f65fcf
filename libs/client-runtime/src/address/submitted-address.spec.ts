import { expect, it } from '@jest/globals';
import { toSubmittedAddress } from './submitted-address.ts';

const BASE = 'http://localhost/base/issues?before=12';

it.each([
  ['goes to its own address', '/base/search', [['q', 'a']], '/base/search?q=a'],
  ['goes to the page without an address', '', [['q', 'a']], '/base/issues?q=a'],
  ['is resolved against the page', 'search', [['q', 'a']], '/base/search?q=a'],
  ['leaves the origin', 'http://example.com/find', [['q', 'a']], 'http://example.com/find?q=a'],
  ['loses its query alone', '/search?x=1&q=b#there', [['q', 'a']], '/search?q=a#there'],
  ['has the names of files', '/search', [['file', { name: 'a b.txt' }]], '/search?file=a+b.txt'],
  ['has no query without entries', '/search?x=1', [], '/search'],
] as const)('a form %s: %j', (_what, action, entries, address) => {
  expect(toSubmittedAddress(action, BASE, entries)).toBe(new URL(address, BASE).href);
});

it('a submitted address encodes names and values as forms do, in their order', () => {
  const entries = [
    ['q', 'level:error a&b=c+d'],
    ['größe', '1 %'],
    ['q', ''],
    ['text\n', 'a\nb\r\nc\rd'],
  ] as const;
  expect(toSubmittedAddress('/search', BASE, entries)).toBe(
    'http://localhost/search?q=level%3Aerror+a%26b%3Dc%2Bd&gr%C3%B6%C3%9Fe=1+%25&q=&text%0D%0A=a%0D%0Ab%0D%0Ac%0D%0Ad',
  );
});

it('toSubmittedAddress throws for an action that is no address', () => {
  expect(() => toSubmittedAddress('http://[', BASE, [])).toThrow('Invalid URL');
});
