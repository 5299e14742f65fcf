import { DAY_MS, toPortableText } from '#persistence/stores';

export interface TaggedEvent {
  readonly keyId: number;
  readonly occurredAtMs: number;
  readonly tags: ReadonlyMap<string, string>;
  /** 1 when absent; -1 subtracts the event. */
  readonly events?: number;
}

type TagPair = readonly [name: string, value: string];

/**
 * One row of `tag_journal`. Each tag appears once, and each grouping key and day has the numbers of
 * events with these tags.
 */
interface Entries {
  readonly tags: readonly TagPair[];
  /** The last list alternates between a position in `tags` and a number of events. */
  readonly counts: readonly (readonly [keyId: number, day: number, counts: readonly number[]])[];
}

/** Events of a key with one tag, by days since 1970. */
export interface TagCount {
  readonly keyId: number;
  readonly name: string;
  readonly value: string;
  readonly days: Map<number, number>;
}

/** Returns the counts of these events as JSON. Returns undefined when no event has a tag. */
export function writeEntries(events: readonly TaggedEvent[]): string | undefined {
  const places = new Map<string, Map<string, number>>();
  const tags: TagPair[] = [];
  const counts = new Map<string, [keyId: number, day: number, Map<number, number>]>();
  for (const { keyId, occurredAtMs, tags: own, events: quantity = 1 } of events) {
    const day = Math.floor(occurredAtMs / DAY_MS);
    const name = `${keyId}/${day}`;
    let counted = counts.get(name);
    if (!counted) counts.set(name, (counted = [keyId, day, new Map()]));
    for (const [key, value] of own) {
      let values = places.get(key);
      if (!values) places.set(key, (values = new Map()));
      let place = values.get(value);
      if (place === undefined) {
        values.set(value, (place = tags.length));
        tags.push([toPortableText(key), toPortableText(value)]);
      }
      counted[2].set(place, (counted[2].get(place) ?? 0) + quantity);
    }
  }
  if (tags.length === 0) return undefined;
  const written: Entries = {
    tags,
    counts: [...counts.values()].map(([keyId, day, own]) => [keyId, day, [...own].flat()]),
  };
  return JSON.stringify(written);
}

export function readEntries(rows: readonly string[]): TagCount[] {
  const found = new Map<string, TagCount>();
  for (const row of rows) {
    const { tags, counts } = JSON.parse(row) as Entries;
    for (const [keyId, day, own] of counts) {
      for (let at = 0; at < own.length; at += 2) {
        const [name, value] = tags[own[at]!]!;
        const id = JSON.stringify([keyId, name, value]);
        let count = found.get(id);
        if (!count) found.set(id, (count = { keyId, name, value, days: new Map() }));
        count.days.set(day, (count.days.get(day) ?? 0) + own[at + 1]!);
      }
    }
  }
  return [...found.values()];
}
