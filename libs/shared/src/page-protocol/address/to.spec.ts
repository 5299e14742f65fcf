import { describe, expect, it } from '@jest/globals';
import { to } from './to.ts';
import type { LinkTarget } from './to.ts';

declare global {
  interface ApplicationAddresses {
    '/spec/plain': {};
    '/spec/:id/notes{/:note}': { readonly id: string | number; readonly note?: string | number };
    '/spec/über/:größe': { readonly größe: string };
    '/spec/files/*path': { readonly path: string | number };
  }
}

describe('the function to()', () => {
  it('puts parts, query and fragment in their places, encoded', () => {
    expect(to('/spec/plain')).toBe('/spec/plain');
    expect(to('/spec/:id/notes{/:note}', { id: 'a/b ?' })).toBe('/spec/a%2Fb%20%3F/notes');
    expect(to('/spec/:id/notes{/:note}', { id: 7, note: 0 })).toBe('/spec/7/notes/0');
    expect(to('/spec/files/*path', { path: 'a/b c' })).toBe('/spec/files/a/b%20c');
    expect(to('/spec/über/:größe', { größe: 'ü' })).toBe('/spec/%C3%BCber/%C3%BC');
    const query = { q: 'a&b', tag: ['x', 'y'], page: 2, none: undefined, isOpen: false };
    expect(to('/spec/plain', {}, { query, hash: 'ö' })).toBe(
      '/spec/plain?q=a%26b&tag=x&tag=y&page=2&isOpen=false#%C3%B6',
    );
    expect(to('/spec/plain', {}, { query: { none: undefined } })).toBe('/spec/plain');
  });

  it('keeps a query as it is when it is a text already', () => {
    expect(to('/spec/plain', {}, { query: 'q=a:b+c', hash: 'd' })).toBe('/spec/plain?q=a:b+c#d');
    expect(to('/spec/plain', {}, { query: '' })).toBe('/spec/plain');
  });

  it('is refused by the compiler for patterns and parts that no route has', () => {
    // @ts-expect-error No route has the pattern.
    expect(to('/spec/plane')).toBe('/spec/plane');
    // @ts-expect-error The part is missing.
    expect(to('/spec/:id/notes{/:note}', {})).toBe('/spec//notes');
    // @ts-expect-error The pattern has no such part.
    expect(to('/spec/files/*path', { path: 'a', name: 'b' })).toBe('/spec/files/a');
    // @ts-expect-error A query belongs behind the parts, though there are none.
    expect(to('/spec/plain', { query: { page: 2 } })).toBe('/spec/plain');
    // @ts-expect-error A part is a string or a number.
    expect(to('/spec/files/*path', { path: {} })).toBe('/spec/files/%5Bobject%20Object%5D');
  });
});

it('the compiler refuses a link target that has no route, runs a script or hides a host', () => {
  const targets: readonly LinkTarget[] = [
    to('/spec/files/*path', { path: 'a' }),
    '/spec/plain',
    '?page=2',
    '#last',
    'https://errata.example/a',
    'mailto:ann@errata.example',
    // @ts-expect-error No route has the address.
    '/spec/plane',
    // @ts-expect-error Its part is to be filled in.
    '/spec/:id/notes{/:note}',
    // @ts-expect-error It would run a script.
    'javascript:alert(1)',
    // @ts-expect-error Another host, in disguise.
    '//evil.example',
  ];
  expect(targets).toHaveLength(10);
});
