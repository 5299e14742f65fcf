import { describe, expect, it } from '@jest/globals';
import { parseRouterState } from '#shared';
import { toLayoutKey, toPageKey } from './segment-key.ts';

/** Expects that a key can be sent in the header `Router-State` and read back. */
function expectTravels(key: string): void {
  expect([...parseRouterState([`b1 ${key}`]).held]).toEqual([key]);
}

describe('toPageKey', () => {
  it('returns the address', () => {
    expect(toPageKey('/issues?before=1-2')).toBe('/issues?before=1-2');
  });

  it('keeps the keys of long addresses short and distinct', () => {
    const one = toPageKey(`/issues?x=${'a'.repeat(10_000)}`);
    const other = toPageKey(`/issues?x=${'a'.repeat(10_001)}`);
    expect(one).toHaveLength(256);
    expect(one).not.toBe(other);
  });

  it('returns the whole address as long as it fits', () => {
    const longest = `/${'a'.repeat(255)}`;
    expect(toPageKey(longest)).toBe(longest);
    expect(toPageKey(`${longest}a`)).toMatch(/^\/a{222}~[0-9a-f]{32}$/);
  });

  it.each([
    ['/caf\u00e9', '/caf%C3%A9'],
    ['/a b\tc', '/a%20b%09c'],
    ['/\u0000\u007f', '/%00%7F'],
    ['/\u{1f600}', '/%F0%9F%98%80'],
    ['/\ud800', '/%EF%BF%BD'],
  ])('encodes %j as ASCII: %s', (url, key) => {
    expect(toPageKey(url)).toBe(key);
  });

  it('encodes an address before cutting it', () => {
    const key = toPageKey(`/${'\u00fc'.repeat(300)}`);
    expect(key).toHaveLength(256);
    expectTravels(key);
  });
});

describe('toLayoutKey', () => {
  it('returns the view alone where the loader reads nothing of the address', () => {
    expect(toLayoutKey('console/console.layout', [])).toBe('console/console.layout');
  });

  it('includes the values that the loader reads', () => {
    const values = [
      ['project', 'web'],
      ['?environment', 'prod'],
    ] as const;
    expect(toLayoutKey('a/b.layout', values)).toBe('a/b.layout?project=web&%3Fenvironment=prod');
  });

  it('tells names and values apart whatever they contain', () => {
    const keys = [
      toLayoutKey('v', [['a', '1&b=2']]),
      toLayoutKey('v', [
        ['a', '1'],
        ['b', '2'],
      ]),
      toLayoutKey('v', [['a=1&b', '2']]),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });

  it.each([
    ['a missing value', undefined, 'null'],
    ['a list of values', ['1', '2'], '["1","2"]'],
    ['values by name', { x: '1' }, '{"x":"1"}'],
  ])('tells %s from a text of the same looks', (_, value, text) => {
    expect(toLayoutKey('v', [['a', value]])).not.toBe(toLayoutKey('v', [['a', text]]));
  });

  it('makes different keys of different values by name, and equal keys of equal values', () => {
    const keyOf = (query: object): string => toLayoutKey('v', [['?', query]]);
    expect(keyOf({ x: '1', y: ['2', '3'] })).toBe(keyOf({ x: '1', y: ['2', '3'] }));
    expect(keyOf({ x: '1', y: ['2', '3'] })).not.toBe(keyOf({ x: '1', y: '2' }));
    expect(keyOf(Object.assign(Object.create(null) as object, { x: '1' }))).toBe(keyOf({ x: '1' }));
  });

  it.each([
    'caf\u00e9',
    '\u{1f600}',
    '\ud800',
    'a\udc00b',
    'a b\n',
    '~!*()\'"<>',
    ['\ud800'],
    { 'a b': '\u00fc' },
    undefined,
    null,
    '',
  ])('carries the value %j in a header', (value) => {
    expectTravels(toLayoutKey('a/b.layout', [['caf\u00e9 ?', value]]));
  });

  it('keeps the keys of long values short and distinct', () => {
    const [one, other] = [1, 2].map((end) =>
      toLayoutKey('a/b.layout', [['project', `${'\u00fc'.repeat(5000)}${end}`]]),
    ) as [string, string];
    expect(one).toHaveLength(256);
    expect(one).not.toBe(other);
    expect(one.startsWith('a/b.layout?project=')).toBe(true);
    expectTravels(one);
  });
});
