import { expect, it } from '@jest/globals';
import { decodePercents } from './decode-percents.ts';

it.each([
  ['app/%28shop%29/%5bslug%5D', 'app/(shop)/[slug]'],
  ['gr%C3%B6%C3%9Fe%20neu.js', 'größe neu.js'],
  ['100%-%5Ba%5D%.js', '100%-[a]%.js'],
  ['%E4%5Ba%FF%FF', '%E4[a%FF%FF'],
  ['a%0A%00', 'a%0A%00'],
  ['a%2520b', 'a%20b'],
])('decodePercents reads %s as %s', (text, decoded) => {
  expect(decodePercents(text)).toBe(decoded);
});
