import { describe, expect, it } from '@jest/globals';
import { itemKinds, type ItemType } from '#shared';
import { ItemTypes } from './item-types.ts';

const types = new ItemTypes<ItemType>([
  { log: { kind: 'log_item', isContainer: true } },
  { span: { kind: 'span', isContainer: true }, transaction: { kind: 'transaction' } },
]);

describe('ItemTypes.toKind', () => {
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
    expect(types.toKind(type)).toBe(kind);
  });

  it('gives a kind of the closed list for any type', () => {
    const sent = ['event', 'check_in', 'log', 'metric', 'profile_chunk', 'anything', 'span'];
    for (const type of sent) expect(itemKinds).toContain(types.toKind(type));
  });
});

describe('ItemTypes.count', () => {
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
    expect(types.count(type, { item_count: count })).toBe(sum);
  });
});

describe('ItemTypes.isKept', () => {
  it.each([
    ['event', true],
    ['raw_security', true],
    ['span', true],
    ['replay_event', false],
    ['__proto__', false],
  ])('says for %j: %p', (type, isKept) => {
    expect(types.isKept(type)).toBe(isKept);
  });

  it('keeps errors and security reports alone where nothing is declared', () => {
    const none = new ItemTypes();
    expect(none.count('log', { item_count: 3 })).toBe(3);
    const known = ['event', 'raw_security', 'attachment', 'span'];
    expect(known.filter((type) => none.isKept(type))).toEqual(['event', 'raw_security']);
  });

  it.each(['log', 'event'])('refuses that %s is declared twice', (type) => {
    const declared = { [type]: { kind: 'log_item' as const } };
    expect(() => new ItemTypes([{ log: { kind: 'log_item' } }, declared])).toThrow(RangeError);
  });
});
