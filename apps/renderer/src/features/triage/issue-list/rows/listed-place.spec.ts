import { expect, it } from '@jest/globals';
import { toListedPlace } from './listed-place.ts';

it.each([
  ['total (src/cart/total.ts:42)', 'total', 'total.ts:42'],
  ['main.(*Server).Serve (gateway/token.go:109)', 'main.(*Server).Serve', 'token.go:109'],
  ['Page (app/(shop)/page.tsx:3)', 'Page', 'page.tsx:3'],
  ['Total.Of (Shop\\Total.cs:7)', 'Of', 'Total.cs:7'],
  ['com.acme.Tariffs.find (Tariffs.java:121)', 'find', 'Tariffs.java:121'],
  ['Tariffs$1.run (Tariffs.java:12)', 'Tariffs$1.run', 'Tariffs.java:12'],
  ['block (2 levels) in <main> (config.ru:19)', 'block (2 levels) in <main>', 'config.ru:19'],
  ['src/cart/total.ts:42', '', 'total.ts:42'],
  ['total (cart/total.ts)', 'total', 'total.ts'],
  ['example.org/shop/cart.total', 'cart.total', ''],
  ['shop.GET /total', 'shop.GET /total', ''],
  ['operator()', 'operator()', ''],
  ['', '', ''],
])('toListedPlace splits "%s" into the call "%s" and the file "%s"', (place, call, file) => {
  expect(toListedPlace(place)).toEqual({ call, file });
});
