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
    ['environment', 'production', 'cart environment:production'],
    ['release', 'shop@1.4.2', 'cart release:"shop@1.4.2"'],
    ['user.id', '42', 'cart user.id:42'],
    ['cart.size', '3', 'cart cart.size:3'],
    ['url', '/a b', 'cart tags[url]:"/a b"'],
    ['odd name', 'say "x" \\ *', 'cart "odd name":"say \\"x\\" \\\\ *"'],
  ])('asks for %s %s', (name, value, query) => {
    expect(narrowSearch('cart', name, value)).toBe(query);
    const attributes = { [name === 'release' ? 'sentry.release' : name]: value };
    const log = { atMs: 0, level: 'info', body: 'cart', attributes } as const;
    expect(finds(query, log)).toBe(true);
    expect(finds(query, { ...log, attributes: { [name]: 'another' } })).toBe(false);
  });

  it('adds a term once', () => {
    expect(narrowSearch('cart environment:a', 'environment', 'a')).toBe('cart environment:a');
    expect(narrowSearch('', 'environment', 'a')).toBe('environment:a');
  });
});
