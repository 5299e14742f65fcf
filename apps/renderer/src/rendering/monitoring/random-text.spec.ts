import { expect, it } from '@jest/globals';
import { randomText } from './random-text.ts';

it('randomText never returns the same bytes again, also after its pool is used up', () => {
  const texts = Array.from({ length: 2000 }, () => randomText(16, 'hex'));
  expect(new Set(texts).size).toBe(2000);
  expect(texts.every((text) => /^[\da-f]{32}$/.test(text))).toBe(true);
});
