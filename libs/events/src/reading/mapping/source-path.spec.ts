import { expect, it } from '@jest/globals';
import { toSourcePath } from './map-event.ts';

it.each([
  ['../../src/cart.ts', 'src/cart.ts'],
  ['webpack://shop/./src/cart.ts', 'src/cart.ts'],
  ['webpack:///./src/cart.vue?a1b2', 'src/cart.vue'],
  ['webpack-internal:///(app-pages-browser)/./src/cart.tsx', 'src/cart.tsx'],
  ['turbopack:///[project]/src/cart.tsx', 'src/cart.tsx'],
  ['file:///builds/shop/src/cart.ts', 'builds/shop/src/cart.ts'],
  ['../../../node_modules/react-dom/client.js', 'node_modules/react-dom/client.js'],
  ['/builds/7f/node_modules/a/index.js', 'node_modules/a/index.js'],
  ['https://cdn.example/a.js', 'https://cdn.example/a.js'],
  ['./', './'],
  ['', ''],
])('the source %j has the path %j', (source, path) => {
  expect(toSourcePath(source)).toBe(path);
});
