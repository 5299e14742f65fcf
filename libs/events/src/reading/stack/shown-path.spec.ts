import { expect, it } from '@jest/globals';
import { toShownPath } from './shown-path.ts';

it.each([
  ['shop/./src/cart.ts', 'src/cart.ts'],
  ['_N_E/(rsc)/./app/page.tsx', 'app/page.tsx'],
  ['/./src/cart.ts', 'src/cart.ts'],
  ['/[project]/app/%28shop%29/%5Bslug%5D/gr%C3%B6%C3%9Fe.tsx', 'app/(shop)/[slug]/größe.tsx'],
  ['%5Bproject%5D/src/100%.ts', 'src/100%.ts'],
  ['shop/src/cart.ts', 'shop/src/cart.ts'],
  ['../a/./b.ts', '../a/./b.ts'],
])('the source %j is shown as %j', (source, path) => {
  expect(toShownPath(source)).toBe(path);
});
