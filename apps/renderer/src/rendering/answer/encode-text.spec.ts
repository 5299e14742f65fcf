import { describe, expect, it } from '@jest/globals';
import { encodeText } from './encode-text.ts';

describe('encodeText', () => {
  it.each([
    ['nothing', ''],
    ['ASCII', 'a'.repeat(1000)],
    ['two, three and four bytes a character', 'ü…😀'.repeat(1000)],
    ['half of a pair', 'a\uD83D'],
    ['a text beyond the size of the buffer', '…'.repeat(400_000)],
  ])('returns the same bytes as Buffer.from for %s', (_name, text) => {
    expect(encodeText(text).equals(Buffer.from(text))).toBe(true);
  });

  it('returns bytes that the next text does not change', () => {
    const first = encodeText('first');
    encodeText('other');
    expect(first.toString()).toBe('first');
  });
});
