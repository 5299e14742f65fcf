import { describe, expect, it } from '@jest/globals';
import { createToken, isSameToken, toTokenHash } from './session-token.ts';

describe('createToken', () => {
  it('draws 256 bits and hashes them', () => {
    const { token, hash } = createToken();
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(toTokenHash(token)).toBe(hash);
    expect(createToken().token).not.toBe(token);
  });
});

describe('toTokenHash', () => {
  it.each(['', 'short', 'a'.repeat(42), 'a'.repeat(44), `${'a'.repeat(42)}=`, 'ü'.repeat(43)])(
    'makes no hash of "%s", which is no token',
    (text) => {
      expect(toTokenHash(text)).toBeUndefined();
    },
  );
});

describe('isSameToken', () => {
  it('compares tokens of any length', () => {
    expect(isSameToken('one', 'one')).toBe(true);
    expect(isSameToken('one', 'two')).toBe(false);
    expect(isSameToken('one', 'one ')).toBe(false);
    expect(isSameToken('', 'one')).toBe(false);
  });
});
