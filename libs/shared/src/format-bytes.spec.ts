import { expect, test } from '@jest/globals';
import { formatBytes } from './format-bytes.ts';

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1000, '1.0 kB'],
  [99_949, '99.9 kB'],
  [99_999, '100 kB'],
  [999_999, '1.0 MB'],
  [3_210_000, '3.2 MB'],
  [52_428_800, '52.4 MB'],
  [104_857_600, '105 MB'],
  [8_589_934_592, '8.6 GB'],
  [8_000_000_000_000, '8000 GB'],
])('%i bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
