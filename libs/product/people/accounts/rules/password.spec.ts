import { describe, expect, it } from '@jest/globals';
import { findPasswordFault, normalisePassword } from './password.ts';

const COMMON = new Set(['password123']);

function faultOf(password: string) {
  return findPasswordFault(password, {
    emailKey: 'ada@example.org',
    isCommon: (lowerCase) => COMMON.has(lowerCase),
  });
}

describe('findPasswordFault', () => {
  it('accepts 10 to 256 characters', () => {
    expect(faultOf('a'.repeat(9))).toBe('too_short');
    expect(faultOf('a'.repeat(10))).toBeUndefined();
    expect(faultOf('a'.repeat(256))).toBeUndefined();
    expect(faultOf('a'.repeat(257))).toBe('too_long');
  });

  it('counts characters, not UTF-16 halves', () => {
    expect(faultOf('🙂'.repeat(9))).toBe('too_short');
    expect(faultOf('🙂'.repeat(256))).toBeUndefined();
  });

  it('accepts blanks and letters of any script', () => {
    expect(faultOf('пароль для входа')).toBeUndefined();
  });

  it('refuses the email of the account, in any case and with blanks around', () => {
    expect(faultOf('Ada@Example.org')).toBe('is_email');
    expect(faultOf(' ada@example.org ')).toBe('is_email');
    expect(faultOf('ada@example.org!')).toBeUndefined();
  });

  it('refuses a common password, in any case and width', () => {
    expect(faultOf('PassWord123')).toBe('common');
    expect(faultOf('ｐａｓｓｗｏｒｄ123')).toBe('common');
  });
});

describe('normalisePassword', () => {
  it('makes the same text of letters that are composed differently', () => {
    expect(normalisePassword('u\u0308ber')).toBe(normalisePassword('\u00fcber'));
  });
});
