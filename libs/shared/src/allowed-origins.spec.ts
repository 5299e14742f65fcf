import { describe, expect, it } from '@jest/globals';
import { isAllowedOrigin, parseAllowedOrigins } from './allowed-origins.ts';

describe('parseAllowedOrigins', () => {
  it('reads one origin a line, or separated by spaces or commas, each once', () => {
    const text = ' https://App.Example.com/\nshop.example.com, *.example.org\r\nshop.example.com ';
    expect(parseAllowedOrigins(text)).toEqual([
      'https://app.example.com',
      'shop.example.com',
      '*.example.org',
    ]);
  });

  it.each([
    'capacitor://localhost',
    'chrome-extension://nkbihfbeogaeaoehlefnkodbefgpgknn',
    'moz-extension://4d1a9ff2-5c9e-4c3b-a3a5-0d1d3f1a2b3c',
    'app://.',
    'app://obsidian.md',
    'tauri://localhost',
    'ionic://localhost:8080',
    'file://',
  ])('reads an origin that is not of the web: %s', (text) => {
    expect(parseAllowedOrigins(text)).toEqual([text]);
    expect(parseAllowedOrigins(`${text.toUpperCase()}${text === 'file://' ? '' : '/'}`)).toEqual([
      text,
    ]);
  });

  it('reads an empty text as no origins', () => {
    expect(parseAllowedOrigins(' \n ')).toEqual([]);
  });

  it.each([
    'https://',
    'https://example.com/path',
    'ftp://example.com',
    'wss://example.com',
    'https:///',
    'app://',
    'app://*',
    'app://*.example',
    '*://example.com',
    'app://a/index.html',
    'app://a:b',
    'app://user@a',
    'file:///etc/passwd',
    '://a',
    'https://user@example.com',
    '*',
    '*.*.example.com',
    'ex*mple.com',
    'https://*',
    '-example.com',
    'example..com',
    'example.com:port',
    'example.com:123456',
    'müsli.example',
    '"https://example.com"',
  ])('refuses %s', (text) => {
    expect(parseAllowedOrigins(text)).toBeUndefined();
  });

  it('limits the number of origins, and the length of each', () => {
    const many = Array.from({ length: 51 }, (_, index) => `a${index}.example`);
    expect(parseAllowedOrigins(many.slice(1).join('\n'))).toHaveLength(50);
    expect(parseAllowedOrigins(many.join('\n'))).toBeUndefined();
    expect(parseAllowedOrigins(`${'a'.repeat(250)}.example`)).toBeUndefined();
  });
});

describe('isAllowedOrigin', () => {
  it.each([
    ['https://app.example.com', 'https://app.example.com', true],
    ['https://app.example.com', 'https://APP.example.com', true],
    ['https://app.example.com', 'http://app.example.com', false],
    ['https://app.example.com', 'https://app.example.com:8443', false],
    ['https://app.example.com:443', 'https://app.example.com', true],
    ['https://app.example.com:8443', 'https://app.example.com:8443', true],
    ['https://app.example.com', 'https://app.example.com.evil.example', false],
    ['https://app.example.com', 'https://evil.example/?https://app.example.com', false],
    ['app.example.com', 'http://app.example.com:3000', true],
    ['app.example.com', 'https://other.example.com', false],
    ['localhost:3000', 'http://localhost:3000', true],
    ['localhost:3000', 'http://localhost:3001', false],
    ['*.example.com', 'https://a.b.example.com', true],
    ['*.example.com', 'https://example.com', false],
    ['*.example.com', 'https://evilexample.com', false],
    ['https://*.example.com', 'http://a.example.com', false],
    ['[::1]:3000', 'http://[::1]:3000', true],
    ['example.com', 'null', false],
    ['example.com', 'chrome-extension://example.com', false],
    ['example.com', '', false],
    ['capacitor://localhost', 'capacitor://localhost', true],
    ['capacitor://localhost', 'ionic://localhost', false],
    ['capacitor://localhost', 'capacitor://localhost.evil', false],
    ['capacitor://localhost', 'capacitor://localhost:1', false],
    ['capacitor://localhost', 'https://localhost', false],
    ['localhost', 'capacitor://localhost', false],
    ['*.example', 'app://a.example', false],
    ['safari-web-extension://a1b2', 'safari-web-extension://A1B2', true],
    ['file://', 'file://', true],
    ['file://', 'null', false],
    ['null', 'null', false],
  ])('lets the pattern %s allow %s: %s', (pattern, origin, expected) => {
    expect(isAllowedOrigin([pattern], origin)).toBe(expected);
  });

  it('allows an origin that one of several patterns allows', () => {
    expect(isAllowedOrigin(['a.example', 'b.example'], 'https://b.example')).toBe(true);
    expect(isAllowedOrigin([], 'https://b.example')).toBe(false);
  });
});
