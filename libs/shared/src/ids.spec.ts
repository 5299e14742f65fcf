import { describe, expect, it } from '@jest/globals';
import { isEventId, toShortId } from './ids.ts';

describe('isEventId', () => {
  it('takes 32 lower-case hex digits and nothing else', () => {
    expect(isEventId('0123456789abcdef'.repeat(2))).toBe(true);
    for (const text of [
      '',
      'a'.repeat(31),
      'a'.repeat(33),
      'A'.repeat(32),
      `${'a'.repeat(32)}\n`,
    ]) {
      expect(isEventId(text)).toBe(false);
    }
  });
});

describe('toShortId', () => {
  it('joins slug and number', () => {
    expect(toShortId('web-shop', 42)).toBe('WEB-SHOP-42');
  });
});
