import { expect, test } from '@jest/globals';
import { cutMiddle, formatLocation, formatShortLocation, toFrameWords } from './frame-location.ts';

test('the location of a frame is as exact as the SDK reported it', () => {
  expect(formatLocation({ inApp: true, filename: 'a.ts', line: 4, column: 2 })).toBe('a.ts:4:2');
  expect(formatLocation({ inApp: true, filename: 'a.ts', column: 2 })).toBe('a.ts');
  expect(formatLocation({ inApp: true, module: 'shop.cart', line: 4 })).toBe('shop.cart:4');
  expect(formatLocation({ inApp: true })).toBe('');
});

test('a short location keeps its end, and begins with a folder where one fits', () => {
  const filename = '/app/packages/checkout/src/pricing/total.ts';
  expect(formatShortLocation({ inApp: true, filename, line: 42 })).toBe(
    '…/checkout/src/pricing/total.ts:42',
  );
  const unbroken = formatShortLocation({ inApp: true, filename: 'x'.repeat(90), line: 7 });
  expect(unbroken).toHaveLength(34);
  expect(unbroken).toMatch(/^…x+:7$/);
});

test.each([
  [
    { function: 'total', filename: 'a.ts', line: 4 },
    { name: 'total', place: 'a.ts:4' },
  ],
  [
    { filename: 'a.ts', line: 4 },
    { name: 'a.ts:4', place: '' },
  ],
  [{}, { name: 'A call without a name', place: '' }],
  [
    { function: 'shop.Cart.total', module: 'shop.Cart' },
    { name: 'shop.Cart.total', place: '' },
  ],
  [
    { function: 'malloc', package: '/usr/lib/libc.so.6' },
    { name: 'malloc', place: '', image: 'libc.so.6' },
  ],
  [
    { function: 'libc.so.6 + 0x1f20', package: 'libc.so.6' },
    { name: 'libc.so.6 + 0x1f20', place: '' },
  ],
  [
    { function: 'run', package: 'C:\\shop\\shop.exe', filename: 'run.c', line: 1 },
    { name: 'run', place: 'run.c:1', image: 'shop.exe' },
  ],
])(
  'a call is named by its function, place and image, as far as they are known: %j',
  (frame, words) => {
    expect(toFrameWords({ inApp: true, ...frame })).toEqual(words);
  },
);

test('a long location loses its middle, never its line number', () => {
  const cut = cutMiddle(`/srv/releases/${'folder/'.repeat(40)}total.ts:42`, 60);
  expect(cut).toHaveLength(60);
  expect(cut).toMatch(/^\/srv\/releases.*….*folder\/total\.ts:42$/);
  expect(cutMiddle('short', 60)).toBe('short');
  expect(cutMiddle('\u{1F600}'.repeat(60), 30).isWellFormed()).toBe(true);
});
