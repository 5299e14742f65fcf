import { expect, test } from '@jest/globals';
import { formatFunction, formatLocation, formatShortLocation } from './frame-location.ts';

test('a location is as exact as the SDK was', () => {
  expect(formatLocation({ inApp: true, filename: 'a.ts', line: 4, column: 2 })).toBe('a.ts:4:2');
  expect(formatLocation({ inApp: true, filename: 'a.ts', column: 2 })).toBe('a.ts');
  expect(formatLocation({ inApp: true, module: 'shop.cart', line: 4 })).toBe('shop.cart:4');
  expect(formatLocation({ inApp: true })).toBe('<unknown>');
});

test('a short location keeps its end, from a folder on where one fits', () => {
  const filename = '/app/packages/checkout/src/pricing/total.ts';
  expect(formatShortLocation({ inApp: true, filename, line: 42 })).toBe(
    '…/checkout/src/pricing/total.ts:42',
  );
  const unbroken = formatShortLocation({ inApp: true, filename: 'x'.repeat(90), line: 7 });
  expect(unbroken).toHaveLength(34);
  expect(unbroken).toMatch(/^…x+:7$/);
});

test('a function without a name is anonymous', () => {
  expect(formatFunction({ inApp: true, function: '' })).toBe('<anonymous>');
});
