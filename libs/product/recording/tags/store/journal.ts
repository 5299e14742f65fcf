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

/**
 * Counts of a row, each of one tag, grouping key and day. Few can be folded in one transaction. So
 * many characters of tags cost as much as one count.
 */
const COUNTS_PER_ROW = 1000;
const CHARACTERS_PER_COUNT = 100;

/** Returns the counts of these events as JSON, for one row each. Events without tags need no row. */
export function writeEntries(events: readonly TaggedEvent[]): readonly string[] {
  const rows: JournalRow[] = [];
  for (const event of events) {
    if (event.tags.size === 0) continue;
    const last = rows.at(-1);
    const row = last?.fits(event) ? last : new JournalRow();
    if (row !== last) rows.push(row);
    row.add(event);
  }
  return rows.map((row) => row.toJson());
}

class JournalRow {
  #size = 0;
  readonly #places = new Map<string, Map<string, number>>();
  readonly #tags: TagPair[] = [];
  readonly #counts = new Map<string, [keyId: number, day: number, Map<number, number>]>();

  fits({ tags }: TaggedEvent): boolean {
    return this.#size + tags.size <= COUNTS_PER_ROW;
  }

  add({ keyId, occurredAtMs, tags, events = 1 }: TaggedEvent): void {
    const day = Math.floor(occurredAtMs / DAY_MS);
    const name = `${keyId}/${day}`;
    let counted = this.#counts.get(name);
    if (!counted) this.#counts.set(name, (counted = [keyId, day, new Map()]));
    for (const [key, value] of tags) {
      const place = this.#findPlace(key, value);
      const known = counted[2].get(place);
      if (known === undefined) this.#size += 1;
      counted[2].set(place, (known ?? 0) + events);
    }
  }

  toJson(): string {
    const counts = [...this.#counts.values()].map(
      ([keyId, day, own]) => [keyId, day, [...own].flat()] as const,
    );
    return JSON.stringify({ tags: this.#tags, counts } satisfies Entries);
  }

  #findPlace(key: string, value: string): number {
    let values = this.#places.get(key);
    if (!values) this.#places.set(key, (values = new Map()));
    let place = values.get(value);
    if (place === undefined) {
      values.set(value, (place = this.#tags.length));
      this.#size += (key.length + value.length) / CHARACTERS_PER_COUNT;
      this.#tags.push([toPortableText(key), toPortableText(value)]);
    }
    return place;
  }
}

/** Adds the counts of a row to `found`, by name. Returns how many days of counts are new there. */
export function addEntries(found: Map<string, TagCount>, row: string): number {
  let added = 0;
  const { tags, counts } = JSON.parse(row) as Entries;
  for (const [keyId, day, own] of counts) {
    for (let at = 0; at < own.length; at += 2) {
      const [name, value] = tags[own[at]!]!;
      const id = JSON.stringify([keyId, name, value]);
      let count = found.get(id);
      if (!count) found.set(id, (count = { keyId, name, value, days: new Map() }));
      if (!count.days.has(day)) added += 1;
      count.days.set(day, (count.days.get(day) ?? 0) + own[at + 1]!);
    }
  }
  return added;
}
