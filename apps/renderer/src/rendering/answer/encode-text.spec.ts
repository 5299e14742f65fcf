import { describe, expect, it } from '@jest/globals';
import { encodeText } from './encode-text.ts';

describe('encodeText', () => {
  it.each([
    ['nothing', ''],
    ['ASCII', 'a'.repeat(1000)],
    ['two, three and four bytes a character', 'ü…😀'.repeat(1000)],
    ['half of a pair', 'a\uD83D'],
    ['more than it has room for', '…'.repeat(400_000)],
  ])('gives what Buffer.from gives of %s', (_name, text) => {
    expect(encodeText(text).equals(Buffer.from(text))).toBe(true);
  });

  it('gives bytes that the next text leaves alone', () => {
    const first = encodeText('first');
    encodeText('other');
    expect(first.toString()).toBe('first');
  });
});
