import { describe, expect, it } from '@jest/globals';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createRandom } from '../../../../test/support/random.ts';
import { sent } from '../../test/pairs/pair-table.ts';
import { raise, say, senderOf, type Sent, tree } from '../../test/pairs/shapes.ts';
import { machinePairs } from '../../test/pairs/machines.ts';
import { protocolEvents } from '../../test/protocol-events.ts';
import { toKey } from '../json/key.ts';
import { describeGrouping, groupEvent } from './group-event.ts';

type Random = () => number;

const keyOf = (event: Sent): string => groupEvent(event).keys[0]!.key;

const folder = join(import.meta.dirname, '../../test/sdk-events');
const names = ['go', 'java', 'python', 'rust'].flatMap((language) =>
  readdirSync(join(folder, language)).map((name) => `${language}/${name.replace('.json', '')}`),
);
const events = new Map<string, Sent>([
  ...names.map((name) => [name, sent(name)] as const),
  ...Object.entries(protocolEvents),
]);

const STRANGE = [null, true, -1, 1e308, '', '\0', 'x'.repeat(9000), [], [[null]], {}, { a: {} }];
const SHAPES = ['values', 'frames', 'mechanism', 'toString', '__proto__', 'parent_id', 'source'];
const PLATFORMS = ['java', 'go', 'native', 'javascript', 'csharp', 'php', 'ruby', 'elixir', 7];

function pick<T>(list: readonly T[], random: Random): T {
  return list[Math.floor(random() * list.length)]!;
}

function disturb(value: unknown, random: Random): unknown {
  if (random() < 0.01) return pick(STRANGE, random);
  if (Array.isArray(value)) return value.map((entry) => disturb(entry, random));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, entry]) => [
    random() < 0.01 ? pick(SHAPES, random) : name,
    disturb(entry, random),
  ]);
  return Object.fromEntries(entries);
}

function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const entry of Object.values(value)) freeze(entry);
  return Object.freeze(value);
}

/**
 * Changes everything that a grouping key must not depend on: the order of fields, line numbers and
 * memory addresses.
 */
function relocate(value: unknown, random: Random): unknown {
  if (Array.isArray(value)) return value.map((entry) => relocate(entry, random));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, entry]) => {
    if (name === 'lineno') return [name, 1 + Math.floor(random() * 900)];
    // All addresses move by the same amount, as if the program had been loaded elsewhere in memory.
    if (/^(?:instruction|symbol|image)_addr$/.test(name)) {
      return [name, `0x${(BigInt(String(entry)) + 4096n).toString(16)}`];
    }
    return [name, relocate(entry, random)];
  });
  return Object.fromEntries(entries.toSorted(() => random() - 0.5));
}

describe('the grouping key of an event', () => {
  it('has 32 hex digits, is the same each time, and leaves the event unchanged', () => {
    for (const event of events.values()) {
      const key = keyOf(freeze(event));
      expect(key).toMatch(/^[\da-f]{32}$/);
      expect(keyOf(JSON.parse(JSON.stringify(event)) as Sent)).toBe(key);
    }
  });

  it('does not depend on the order of fields, on lines or on addresses', () => {
    const random = createRandom(20_261_123);
    for (const [name, event] of events) {
      const moved = relocate(event, random) as Sent;
      expect([name, keyOf(moved)]).toEqual([name, keyOf(event)]);
    }
  });

  it('is made without throwing, whatever was sent', () => {
    const random = createRandom(26);
    for (const event of [...events.values(), ...events.values(), ...events.values()]) {
      const other = disturb(event, random);
      if (typeof other !== 'object' || other === null || Array.isArray(other)) continue;
      const platform = random() < 0.5 ? { platform: pick(PLATFORMS, random) } : {};
      const made = freeze({ ...other, ...platform });
      expect(keyOf(made)).toHaveLength(32);
      expect(describeGrouping(made).parts.length).toBeGreaterThan(0);
    }
  });

  it.each(STRANGE.map((value) => [JSON.stringify(value)?.slice(0, 20), value]))(
    'is made of an event with %s in any field',
    (_, value) => {
      for (const field of ['exception', 'threads', 'stacktrace', 'message', 'logentry', 'tags']) {
        const event = {
          platform: 'go',
          fingerprint: ['{{ tags.a }}', '{{ __proto__ }} {{ constructor }}', '{{ default }}'],
          [field]: value,
        };
        expect(keyOf(event)).toHaveLength(32);
      }
    },
  );
});

describe('the grouping key by version 1', () => {
  const pairs = [...machinePairs.topics.values()].flat().flatMap(([, , ...sides]) => sides);
  // Release 0.2.0 made these hashes. An event that is added or moved here changes one, a rule must
  // not.
  it.each<[string, readonly Sent[], string]>([
    ['events of SDKs', [...events.values()], '5c89508e43c71fca03c779f4ba0decde'],
    ['pairs that version 2 joins or parts', pairs, '5d7165c83130244702d2748b73711471'],
  ])('is that of release 0.2.0: %s', (_, list, hash) => {
    const keys = list.map((event) => groupEvent(event).keys.at(-1)!.key);
    expect(toKey(keys)).toBe(hash);
  });
});

describe('the description of a key', () => {
  const js = senderOf('javascript');
  const pay = 'pay@https://shop.example/js/pay.js:3:1';

  it.each<[string, Sent]>([
    ['fingerprint', say('python', 'x', { fingerprint: ['a'] })],
    ['stack', js('Error', 'x', [pay])],
    ['template', say('python', { message: 'user %s', params: ['ann'] })],
    ['message', say('python', 'user 17')],
    ['value', js('Error', 'x')],
  ])('has the kind %s', (kind, event) => {
    expect(describeGrouping(event).kind).toBe(kind);
  });

  it('lists the parts of the key in words', () => {
    const event = raise('go', [
      { type: '*errors.errorString', value: 'row 17 is bad', frames: ['a.b/shop#Load'] },
    ]);
    expect(describeGrouping(event).parts).toEqual([
      { of: 'type', text: '*errors.errorString' },
      { of: 'value', text: 'row <n> is bad' },
      { of: 'call', text: 'a.b/shop · Load' },
    ]);
  });

  it('says of each frame whether it counts, and why not', () => {
    const walk = '?com.acme.Tree.walk';
    const event = tree('java', [
      [1, 0, 'suppressed', { type: 'IOException', value: 'x', frames: [walk] }],
      [
        0,
        undefined,
        '',
        {
          type: 'IllegalStateException',
          value: 'x',
          frames: [
            '?java.lang.Thread.run',
            '?com.acme.$Proxy41.walk',
            walk,
            walk,
            '?io.sentry.Sentry.capture',
          ],
        },
      ],
    ]);
    const told = describeGrouping(event).stacks.map(({ type, frames }) => [
      type,
      ...frames.map(({ why }) => why ?? 'counts'),
    ]);
    expect(told).toEqual([
      ['IOException', 'suppressed'],
      ['IllegalStateException', 'library', 'made by a machine', 'counts', 'recursion', 'machinery'],
    ]);
  });
});
