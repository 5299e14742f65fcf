import { expect, it } from '@jest/globals';
import { toDiskBytes } from './full-disk.mjs';

const MIB = 1024 * 1024;

it('the disk of a form grows with its rounds, up to half of the free memory', () => {
  expect(toDiskBytes(1, 8192 * MIB)).toBe(128 * MIB);
  expect(toDiskBytes(100, 4096 * MIB)).toBe(2048 * MIB);
});
