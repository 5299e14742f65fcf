import { describe, expect, it } from '@jest/globals';
import { describeFault, parseSearch } from '#shared';
import { toLogSearch } from './log-search.ts';

function explain(query: string): string | undefined {
  const parsed = parseSearch(query, 'logs');
  const read = parsed.ok ? toLogSearch(parsed.value) : parsed;
  return read.ok ? undefined : describeFault(query, read.fault);
}

describe('toLogSearch', () => {
  it.each([
    ['cart is:unresolved', '“is:unresolved”: is: is about issues, and this page searches logs.'],
    ['!assigned:me', '“!assigned:me”: assigned: is about issues, and this page searches logs.'],
    [
      'firstSeen:-24h',
      '“firstSeen:-24h”: firstSeen: is about issues, and this page searches logs.',
    ],
    ['users:>5', '“users:>5”: users: is about issues, and this page searches logs.'],
    [
      'type:TypeError',
      '“type:TypeError”: type: is about errors. An attribute of logs with this name is tags[type]:.',
    ],
    [
      'url:/cart',
      '“url:/cart”: url: is about errors. An attribute of logs with this name is tags[url]:.',
    ],
    [
      'platform:node',
      '“platform:node”: platform: is about errors. An attribute of logs with this name is tags[platform]:.',
    ],
    [
      'sdk.name:x',
      '“sdk.name:x”: sdk.name: is about errors. An attribute of logs with this name is tags[sdk.name]:.',
    ],
    ...['is', 'assigned', 'type', 'place'].map((key) => [
      `!has:[cart, ${key}]`,
      `“!has:[cart, ${key}]”: No log has ${key}. An attribute of logs with this name is tags[${key}]:*.`,
    ]),
    ['release:latest', '“release:latest”: A search of logs names the release itself.'],
  ])('explains why %s finds no logs', (query, text) => {
    expect(explain(query)).toBe(text);
  });

  it.each([
    'level:[error, fatal]',
    'release:>=1.4 environment:prod',
    'tags[url]:/cart',
    'has:cart',
    'has:[url, message, level]',
    'tags[type]:*',
    'timestamp:-1h has:timestamp',
  ])('accepts %s', (query) => {
    expect(explain(query)).toBeUndefined();
  });
});
