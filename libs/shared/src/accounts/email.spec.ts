import { describe, expect, it } from '@jest/globals';
import { parseEmail, parseNewEmail } from './email.ts';

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

  it.each(['00ad', '034f', '061c', '180e', '200b', '200e', '202e', '2060', '2066', '3164'])(
    'reads an address with U+%s, and takes in none',
    (code) => {
      const text = `a${String.fromCodePoint(Number.parseInt(code, 16))}da@example.org`;
      expect(parseEmail(text)).toBeDefined();
      expect(parseNewEmail(text)).toBeUndefined();
    },
  );

  it('takes in the joiners of letters', () => {
    const text = '\u0646\u0627\u0645\u0647\u200c\u0627\u06cc\u200d@example.org';
    expect(parseNewEmail(text)).toEqual(parseEmail(text));
  });
});
