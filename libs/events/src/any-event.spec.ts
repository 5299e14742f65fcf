import { expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { protocolEvents } from '#events/gallery';
import { defaultFilters, defaultPrivacy, findFailingFrameOfEvent } from '#shared';
import { createRandom } from '../../../test/support/random.ts';
import * as events from './index.ts';
import { toPlace } from './reading/place.ts';
import { readEvent } from './whole-event/read-event.ts';
import { readTitle } from './whole-event/read-title.ts';

const folder = fileURLToPath(new URL('../test/sdk-events/', import.meta.url));
const meta = { source: 'event', eventId: 'x', projectId: 1, receivedAtMs: 0 } as const;
const STRANGE = [null, true, -1, 1e308, '', '\0', 'x'.repeat(9000), [], [[null]], {}, { a: {} }];
const SHAPES = ['values', 'frames', 'mechanism', 'toString', '__proto__', 'parent_id', 'source'];
const PLATFORMS = ['java', 'go', 'native', 'javascript', 'csharp', 'cocoa', 'other', 7];
const ROUNDS = 3;

type Random = () => number;

function readSdkEvent(): string[] {
  return ['go', 'java', 'python', 'rust'].flatMap((language) =>
    readdirSync(folder + language).map((name) =>
      readFileSync(`${folder}${language}/${name}`, 'utf8'),
    ),
  );
}

function disturb(value: unknown, random: Random): unknown {
  if (random() < 0.01) return pick(STRANGE, random);
  if (Array.isArray(value)) return value.map((entry) => disturb(entry, random));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(() => random() > 0.01);
  const all = entries.map(([name, entry]) => [
    random() < 0.01 ? pick(SHAPES, random) : name,
    name === 'exception_id' || name === 'parent_id'
      ? shuffle(entry, random)
      : disturb(entry, random),
  ]);
  return Object.fromEntries(all);
}

function shuffle(id: unknown, random: Random): unknown {
  return random() < 0.4 ? Math.floor(random() * 4) : id;
}

function pick<T>(list: readonly T[], random: Random): T {
  return list[Math.floor(random() * list.length)]!;
}

function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const entry of Object.values(value)) freeze(entry);
    Object.freeze(value);
  }
  return value;
}

it('readEvent reads any event without throwing, changing it or adding to its size', () => {
  const random = createRandom(20_261_123);
  for (const text of Array.from({ length: ROUNDS }, readSdkEvent).flat()) {
    const sent = disturb(JSON.parse(text), random);
    if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) continue;
    const platform = random() < 0.5 ? { platform: pick(PLATFORMS, random) } : {};
    const event = freeze({ ...sent, ...platform });
    const read = readEvent({ meta, event });
    expect(readTitle(event)).toEqual(read.title);
    expect(read.title!.place).toBe(toPlace(findFailingFrameOfEvent(read)));
    const written = JSON.stringify(read);
    expect(written.length).toBeLessThan(4 * JSON.stringify(event).length + 2000);
    for (const [index, { parent }] of read.exceptions.entries()) {
      const isLast = index === read.exceptions.length - 1;
      expect(parent === undefined).toBe(isLast);
      expect(parent ?? -1).not.toBe(index);
    }
  }
});

/** JSON may name its fields like functions. A template, `join` and `String()` call these. */
const NO_TEXT = { toString: 1, valueOf: 1, toJSON: 1, join: 1, length: 1, constructor: 1 };
const PAIRS = [NO_TEXT, 'x'].map((name) => [name, [NO_TEXT]]);
const LISTS = { headers: PAIRS, cookies: PAIRS, query_string: PAIRS, env: NO_TEXT, data: NO_TEXT };
/** Fields that no event of the gallery has. */
const RARE = {
  tags: PAIRS,
  modules: PAIRS,
  user: NO_TEXT,
  request: { url: 'http://a/', ...LISTS },
  fingerprint: ['{{ tags.x }}'],
  logentry: { message: '%s', params: [NO_TEXT] },
  threads: [{ id: 1, name: 'a', stacktrace: {} }],
  debug_meta: { images: [{}] },
  breadcrumbs: [{ category: 'console', data: { arguments: ['a'], logger: 'b', url: 'c' } }],
  contexts: { browser: { name: 'a', version: '1' }, trace: { trace_id: 'a', op: 'b' } },
};

/** Copies of a value that have each part of it, in turn, replaced. */
function* replaceEach(value: unknown, by: unknown): Generator {
  yield by;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, entry] of Object.entries(value)) {
    for (const each of replaceEach(entry, by)) {
      yield Array.isArray(value) ? value.with(Number(name), each) : { ...value, [name]: each };
    }
  }
}

const filter = events.createEventFilter({ ...defaultFilters, messages: ['*a*b'], releases: ['a'] });
const rules = events.createGroupingRules([
  'message:"*a*b" path:**/a/** package:a !function:b* -> fingerprint="{{ tags.a }}"',
  'path:**/a/** module:b tags.a:b -> +app title="{{ message }} {{ type }} {{ tags.a }}"',
]);
const hiding = new events.Hiding({ ...defaultPrivacy, hidesMail: true, hidesIban: true });
const ann = new events.Person({ kind: 'email', value: 'ann@example.org' });

function runReaders(json: string): void {
  const event = JSON.parse(json) as Record<string, unknown>;
  const read = readEvent({ meta, event });
  const stored = events.writeStoredEvent(meta, json).join('');
  filter(event);
  events.findSwitchesFor(event);
  events.suggestPattern(event);
  events.describeGrouping(event);
  events.mapEvent(event, () => ({ miss: 'no_map' }));
  events.printMarkdown(events.cutForPage(read, 500_000).event, { mostBytes: 20_000 });
  events.printStack(read);
  events.readEventRow(stored);
  events.previewRules({ json: stored }, rules);
  ann.findInEvent({ json: stored });
  events.hideSecrets(event, hiding);
}

it.each([...Object.entries(protocolEvents), ['rare fields', RARE] as const])(
  'no reader throws for a value without `toString` at any place: %s',
  (_, event) => {
    for (const by of [NO_TEXT, [NO_TEXT], [[NO_TEXT, NO_TEXT]]]) {
      for (const each of replaceEach(event, by)) {
        if (typeof each === 'object' && !Array.isArray(each)) runReaders(JSON.stringify(each));
      }
    }
  },
);
