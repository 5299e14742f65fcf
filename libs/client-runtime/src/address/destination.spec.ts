import { describe, expect, it } from '@jest/globals';
import { isRefused, toDestination } from './destination.ts';

const CURRENT = 'http://localhost:3000/a?x=1#part';

const SCRIPTS = [
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'JAVASCRIPT:alert(1)',
  ' javascript:alert(1)',
  '\tjavascript:alert(1)',
  '\n\r\tjavascript:alert(1)',
  '\u0000javascript:alert(1)',
  '\u0001\u001f javascript:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  'java\r\nscript:alert(1)',
  'j\na\tv\ra\ns\tc\rr\ni\tp\rt\n:alert(1)',
  'javascript\t:alert(1)',
  'javascript:',
  'javascript://localhost/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'DATA:text/html;base64,PHNjcmlwdD4=',
  ' da\nta:text/html,x',
  'vbscript:msgbox(1)',
  'VbScript:msgbox(1)',
];

const BROKEN = ['http://[', 'http://', 'https://local host/', 'http://localhost:99999/'];

describe('toDestination', () => {
  it.each([...SCRIPTS, ...BROKEN])('refuses %j', (address) => {
    expect(toDestination(address, CURRENT, '')).toBeUndefined();
  });

  it.each([
    { address: '/b', url: '/b' },
    { address: '/b?y=2', url: '/b?y=2' },
    { address: '/b?y=2#there', url: '/b?y=2', hash: '#there' },
    { address: '/', url: '/' },
    { address: 'c/d', url: '/c/d' },
    { address: '?x=2', url: '/a?x=2' },
    { address: './b', url: '/b' },
    { address: '/b/../c', url: '/c' },
    { address: '/b c', url: '/b%20c' },
    { address: 'http://localhost:3000/b', url: '/b' },
    { address: '//localhost:3000/b', url: '/b' },
    { address: 'HTTP://LOCALHOST:3000/b', url: '/b' },
    { address: '/javascript:alert(1)', url: '/javascript:alert(1)' },
    { address: './javascript:alert(1)', url: '/javascript:alert(1)' },
    { address: 'http://someone:secret@localhost:3000/b', url: '/b' },
  ])('leads within the application to $address', ({ address, url, hash = '' }) => {
    expect(toDestination(address, CURRENT, '')?.page).toEqual({ url, hash, isSame: false });
  });

  it.each([
    'https://localhost:3000/b',
    'http://localhost/b',
    'http://localhost:3001/b',
    'http://example.com/a?x=1',
    '//example.com/b',
    String.raw`\\example.com\b`,
    'mailto:someone@example.com',
    'tel:123',
    'blob:http://localhost:3000/b',
    'about:blank',
    // Fragments of the page that is shown
    '#other',
    '#part',
    '#',
    '?x=1#other',
    '/a?x=1#other',
    `${CURRENT}2`,
  ])('leaves %s to the browser', (address) => {
    const { href } = new URL(address, CURRENT);
    expect(toDestination(address, CURRENT, '')).toEqual({ href });
  });

  it.each(['', '?x=1', '/a?x=1', 'http://localhost:3000/a?x=1', '/b/../a?x=1'])(
    'leads to the page that is shown: %j',
    (address) => {
      const same = { url: '/a?x=1', hash: '', isSame: true };
      expect(toDestination(address, CURRENT, '')?.page).toEqual(same);
    },
  );

  it.each(['/a', '/a?', '/a?x=2', '/a?x=1&y=2', '/a/?x=1', '/A?x=1'])(
    'leads to another page with another path or query: %s',
    (address) => {
      expect(toDestination(address, CURRENT, '')?.page).toMatchObject({ isSame: false });
    },
  );

  describe('an application under a base path', () => {
    const BASED = 'http://localhost:3000/base/a';

    it.each([
      { address: '/base/b', url: '/b' },
      { address: '/base', url: '/' },
      { address: '/base/', url: '/' },
      { address: '/base?y=1', url: '/?y=1' },
      { address: '/base//b', url: '//b' },
      { address: 'b', url: '/b' },
      { address: '/elsewhere/../base/b', url: '/b' },
    ])('contains the address $address', ({ address, url }) => {
      expect(toDestination(address, BASED, '/base')?.page).toMatchObject({ url });
    });

    it.each(['/basement', '/base-2/b', '/bas', '/', '/b', '../b', '/base/../b', '/Base/b'])(
      'leaves an address beside its base path to the browser: %s',
      (address) => {
        expect(toDestination(address, BASED, '/base')).toEqual({ href: expect.any(String) });
      },
    );
  });
});

describe('isRefused', () => {
  it.each([...SCRIPTS, ...BROKEN])('refuses %j', (address) => {
    expect(isRefused(address)).toBe(true);
  });

  it.each([
    '/b',
    '?x=javascript:',
    '#javascript:',
    '',
    'b',
    'b/javascript:',
    'https://example.com/',
    'mailto:someone@example.com',
    '//example.com/',
    'javascripts:x',
  ])('accepts %j', (address) => {
    expect(isRefused(address)).toBe(false);
  });
});
