import { expect, it } from '@jest/globals';
import { parseSearch, printSearch } from '#shared';
import type { Search } from '#shared';
import { correctWord } from './correct-word.ts';
import { toHints, toPastedSearches } from './pasted-text.ts';

const print = (searches: readonly Search[]) => searches.map(printSearch);

it.each([
  ['  at loadCart (https://shop.example/a/checkout.js?v=1:10:22)', 'checkout.js', 10],
  ['at Object.<anonymous> (/app/src/index.js:3:1)', 'index.js', 3],
  ['at com.shop.Cart.total(Cart.java:42)', 'Cart.java', 42],
  [String.raw`at Shop.Cart.Total(Int32 x) in C:\app\Cart.cs:line 42`, 'Cart.cs', 42],
  ['File "/app/shop/cart.py", line 42, in total', 'cart.py', 42],
  [
    'Traceback (most recent call last):   File "/app/main.py", line 3, in run   File "/app/cart.py", line 42, in total',
    'cart.py',
    42,
  ],
  ["from /app/cart.rb:42:in `total'", 'cart.rb', 42],
  ['#0 /app/src/Cart.php(42): total()', 'Cart.php', 42],
  ['loadCart@https://shop.example/checkout.js:10:22', 'checkout.js', 10],
  ['/app/cart.go:42 +0x1d', 'cart.go', 42],
])('toPastedSearches finds the file and the line of %s', (text, file, line) => {
  expect(print(toPastedSearches(text))).toEqual([`place:${file}:${line}`, `place:${file}`]);
});

it.each([
  [
    'Uncaught TypeError: x is not a function',
    ['type:TypeError "x is not a function"', '"x is not a function"'],
  ],
  [
    'java.lang.IllegalStateException: order 42 is gone',
    ['type:IllegalStateException "order 42 is gone"', '"order 42 is gone"'],
  ],
  [
    'TypeError: no way    at total (cart.js:3:1)    at main.js:1:1',
    ['type:TypeError "no way"', '"no way"'],
  ],
  ['Uncaught (in promise) Oops: no way', ['type:Oops "no way"', '"no way"']],
  ['cart: 5', []],
  ['type:TypeError "x"', []],
  ['is:unresolved timeout', []],
  ['at the door', []],
])('toPastedSearches finds the type and the text of %s', (text, searches) => {
  const printed = print(toPastedSearches(text));
  expect(printed.slice(0, 2)).toEqual(searches);
  expect(printed.every((each) => parseSearch(each).ok && toPastedSearches(each).length === 0)).toBe(
    true,
  );
});

it('toPastedSearches leaves out words with numbers at last', () => {
  expect(print(toPastedSearches('TimeoutError: no answer in 5003 ms')).at(-1)).toBe(
    'type:TimeoutError "no answer in ms"',
  );
});

it.each([
  ['/api/orders/?page=2', ['url:/api/orders', 'transaction:*/api/orders']],
  ['4F3A9C1', ['release:4f3a9c1*']],
  ['deadbeef', []],
  ['timeout', []],
])('toHints says what %s may mean', (text, searches) => {
  expect(print(toHints(text))).toEqual(searches);
});

it.each([
  ['chekcout level:error', 'checkout level:error'],
  ['pay basktt', 'pay basket'],
  ['check', undefined],
  ['abc', undefined],
  ['!chekcout whatever', undefined],
])('correctWord corrects the misspelt word of %s', (query, corrected) => {
  const parsed = parseSearch(query);
  const found = parsed.ok ? correctWord(parsed.value, new Set(['checkout', 'basket', 'pay'])) : [];
  expect(found && printSearch(found)).toBe(corrected);
});
