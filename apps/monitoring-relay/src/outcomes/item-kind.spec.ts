import { describe, expect, it } from '@jest/globals';
import { itemKinds } from '#shared';
import { countInItem, toItemKind } from './item-kind.ts';

describe('toItemKind', () => {
  it.each([
    ['event', 'error'],
    ['raw_security', 'security'],
    ['transaction', 'transaction'],
    ['sessions', 'session'],
    ['replay_recording', 'replay'],
    ['client_report', 'internal'],
    ['user_report', 'default'],
    ['statsd', 'unknown'],
    ['', 'unknown'],
    ['__proto__', 'unknown'],
    ['constructor', 'unknown'],
  ])('maps the item type %j to the kind %s', (type, kind) => {
    expect(toItemKind(type)).toBe(kind);
  });

  it('gives a kind of the closed list for any type', () => {
    const types = ['event', 'check_in', 'log', 'metric', 'profile_chunk', 'anything', 'span'];
    for (const type of types) expect(itemKinds).toContain(toItemKind(type));
  });
});

describe('countInItem', () => {
  it.each([
    ['log', 12, 12],
    ['trace_metric', 1000, 1000],
    ['span', 2, 2],
    ['log', undefined, 1],
    ['log', 0, 1],
    ['log', -5, 1],
    ['log', 1001, 1],
    ['log', 2.5, 1],
    ['log', '7', 1],
    ['session', 7, 1],
  ])('counts an item %s with item_count %p as %d', (type, count, sum) => {
    expect(countInItem(type, { item_count: count })).toBe(sum);
  });
});
