import { describe, expect, it } from '@jest/globals';
import { hasEmailDomain, parseDomains } from './domains.ts';

describe('domains', () => {
  it('are separated by commas and white space', () => {
    expect(parseDomains(' Example.org, @example.com\nexample.org ')).toEqual([
      'example.org',
      'example.com',
    ]);
    expect(parseDomains(' ')).toEqual([]);
  });

  it.each(['example', '*.example.org', 'a@b.example', '-a.example', 'exämple.org'])(
    'do not include "%s"',
    (text) => {
      expect(parseDomains(text)).toBeUndefined();
    },
  );

  it('match the addresses of a domain, without those of its subdomains', () => {
    expect(hasEmailDomain('Ada@EXAMPLE.org', ['example.org'])).toBe(true);
    expect(hasEmailDomain('ada@a.example.org', ['example.org'])).toBe(false);
    expect(hasEmailDomain('ada@example.org.evil.example', ['example.org'])).toBe(false);
    expect(hasEmailDomain('"a@example.org"@evil.example', ['example.org'])).toBe(false);
  });
});
