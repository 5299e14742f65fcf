import { describe, expect, it } from '@jest/globals';
import { type Log, matchesEvent, parseSearch } from '#shared';
import { toSearched } from './log-facts.ts';
import { narrowSearch } from './narrow-search.ts';

function finds(query: string, log: Log): boolean {
  const parsed = parseSearch(query);
  if (!parsed.ok) throw new Error(parsed.fault.message);
  return matchesEvent(parsed.value, toSearched(log, 'web'), { nowMs: 0 });
}

describe('narrowSearch', () => {
  it.each([
    ['environment', 'production', 'environment:production cart'],
    ['release', 'shop@1.4.2', 'release:"shop@1.4.2" cart'],
    ['user.id', '42', 'user.id:42 cart'],
    ['cart.size', '3', 'cart.size:3 cart'],
    ['url', '/a b', 'tags[url]:"/a b" cart'],
    ['odd name', 'say "x" \\ *', '"odd name":"say \\"x\\" \\\\ *" cart'],
  ])('adds a term for the attribute %s with the value %s', (name, value, query) => {
    expect(narrowSearch('cart', name, value)).toBe(query);
    const attributes = { [name === 'release' ? 'sentry.release' : name]: value };
    const log = { atMs: 0, level: 'info', body: 'cart', attributes } as const;
    expect(finds(query, log)).toBe(true);
    expect(finds(query, { ...log, attributes: { [name]: 'another' } })).toBe(false);
  });

  it('leaves the last word of the search unfinished', () => {
    const log = {
      atMs: 0,
      level: 'info',
      body: 'payment refused',
      attributes: { environment: 'a' },
    };
    expect(finds(narrowSearch('pay', 'environment', 'a'), log as Log)).toBe(true);
  });

  it.each([
    ['environment', 'a', 'cart environment:a'],
    ['msg', 'a b', 'msg:"a b" cart'],
    ['url', '/a', 'tags.url:"/a" cart'],
  ])('does not add the attribute %s with the value %s twice', (name, value, query) => {
    expect(narrowSearch(query, name, value)).toBe(query);
  });

  it('adds a term to a search that it cannot parse', () => {
    expect(narrowSearch('"cart', 'environment', 'a')).toBe('environment:a "cart');
    expect(narrowSearch('', 'environment', 'a')).toBe('environment:a');
  });
});
