import { expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findFailingFrameOfEvent } from '#shared';
import { createRandom } from '../../../test/support/random.ts';
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
