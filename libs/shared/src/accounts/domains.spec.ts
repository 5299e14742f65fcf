import { describe, expect, it } from '@jest/globals';
import { isOfDomain, parseDomains } from './domains.ts';

describe('domains', () => {
  it('are separated by commas and white space', () => {
    expect(parseDomains(' Example.org, @example.com\nexample.org ')).toEqual([
      'example.org',
      'example.com',
    ]);
    expect(parseDomains(' ')).toEqual([]);
  });

  it.each(['example', '*.example.org', 'a@b.example', '-a.example', 'exämple.org'])(
    'are not "%s"',
    (text) => {
      expect(parseDomains(text)).toBeUndefined();
    },
  );

  it('are those of addresses, without their subdomains', () => {
    expect(isOfDomain('Ada@EXAMPLE.org', ['example.org'])).toBe(true);
    expect(isOfDomain('ada@a.example.org', ['example.org'])).toBe(false);
    expect(isOfDomain('ada@example.org.evil.example', ['example.org'])).toBe(false);
    expect(isOfDomain('"a@example.org"@evil.example', ['example.org'])).toBe(false);
  });
});
