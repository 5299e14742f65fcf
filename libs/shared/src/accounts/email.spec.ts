import { describe, expect, it } from '@jest/globals';
import { parseEmail } from './email.ts';

describe('parseEmail', () => {
  it('keeps an address as it was given and compares it in lower case', () => {
    expect(parseEmail(' Ada.Lovelace+errata@Example.ORG ')).toEqual({
      email: 'Ada.Lovelace+errata@Example.ORG',
      key: 'ada.lovelace+errata@example.org',
    });
  });

  it('compares letters that are composed differently as the same', () => {
    expect(parseEmail('u\u0308@example.org')?.key).toBe(parseEmail('\u00fc@example.org')?.key);
  });

  it('takes 254 characters and no more', () => {
    expect(parseEmail(`${'a'.repeat(242)}@example.org`)).toBeDefined();
    expect(parseEmail(`${'a'.repeat(243)}@example.org`)).toBeUndefined();
  });

  it.each(['', 'ada', '@example.org', 'ada@', 'ada@b@example.org', 'a da@example.org'])(
    'refuses "%s"',
    (text) => {
      expect(parseEmail(text)).toBeUndefined();
    },
  );

  it('refuses characters that no database holds', () => {
    expect(parseEmail('a\u0000@example.org')).toBeUndefined();
    expect(parseEmail('a\ud800@example.org')).toBeUndefined();
  });
});
