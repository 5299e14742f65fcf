import { expect, it } from '@jest/globals';
import { parseSearch, printSearch } from '#shared';
import { toAddressSearches } from './pasted-address.ts';

it.each([
  [
    'https://shop.example/checkout/?x=1#top',
    ['url:shop.example/checkout', 'transaction:*/checkout', '"shop.example/checkout"'],
  ],
  ['HTTP://localhost:3000/', ['url:localhost:3000', '"localhost:3000"']],
  [
    'https://a.example/"b"*,c',
    [
      String.raw`url:"a.example/\"b\"*,c"`,
      String.raw`transaction:*"/\"b\"*,c"`,
      String.raw`"a.example/\"b\"*,c"`,
    ],
  ],
  ['https://', []],
  ['/checkout', []],
  ['checkout', []],
])('toAddressSearches makes searches for the pasted address %s', (text, searches) => {
  const printed = toAddressSearches(text).map(printSearch);
  expect(printed).toEqual(searches);
  expect(printed.every((each) => parseSearch(each).ok)).toBe(true);
});
