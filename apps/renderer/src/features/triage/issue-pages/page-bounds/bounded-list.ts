import type { JsonValue } from '#shared';
import { costOfJson, costOfText, fitText } from './document-cost.ts';

/** A list's beginning, as far as it fits. */
export interface Taken<Item> {
  readonly taken: readonly Item[];
  readonly left: number;
}

/** The first items that cost at most `maxBytes` together. */
export function takeFirst<Item>(
  items: readonly Item[],
  costOf: (item: Item) => number,
  maxBytes: number,
): Taken<Item> {
  let bytes = 0;
  const end = items.findIndex((item) => (bytes += costOf(item)) > maxBytes);
  return end === -1
    ? { taken: items, left: 0 }
    : { taken: items.slice(0, end), left: items.length - end };
}

export type NamedValue = readonly [name: string, value: JsonValue];

/** Markup around a name and its value. */
const FACT_BYTES = 300;
/** Less of a value says nothing. */
const LEAST_BYTES = 1000;

export function costOfFact([name, value]: NamedValue): number {
  return FACT_BYTES + costOfText(name) + costOfJson(value);
}

/** The first values that fit. Of the next one the beginning, as text, which counts as left out. */
export function takeFacts(
  facts: readonly NamedValue[],
  maxBytes: number,
  costOf: (fact: NamedValue) => number = costOfFact,
): Taken<NamedValue> {
  const { taken, left } = takeFirst(facts, costOf, maxBytes);
  const [name, value] = facts[taken.length] ?? [];
  if (name === undefined || value === undefined) return { taken, left };
  const spent = taken.reduce((sum, fact) => sum + costOf(fact), 0);
  const room = maxBytes - spent - costOf([name, '']);
  if (room < LEAST_BYTES) return { taken, left };
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  // A summary of the values may say it again.
  return { taken: [...taken, [name, fitText(text, room / 2)]], left };
}
