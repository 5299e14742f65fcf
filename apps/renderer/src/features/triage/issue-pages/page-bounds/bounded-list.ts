import type { JsonValue } from '#shared';
import { costOfJson, costOfText, fitText } from './document-cost.ts';

export interface Taken<Item> {
  readonly taken: readonly Item[];
  readonly omitted: number;
}

export function takeFirst<Item>(
  items: readonly Item[],
  costOf: (item: Item) => number,
  maxBytes: number,
): Taken<Item> {
  let bytes = 0;
  const end = items.findIndex((item) => (bytes += costOf(item)) > maxBytes);
  return end === -1
    ? { taken: items, omitted: 0 }
    : { taken: items.slice(0, end), omitted: items.length - end };
}

export type NamedValue = readonly [name: string, value: JsonValue];

const FACT_BYTES = 300;
/** The beginning of a value is shown only when at least this many bytes remain for it. */
const LEAST_BYTES = 1000;

export function costOfFact([name, value]: NamedValue): number {
  return FACT_BYTES + costOfText(name) + costOfJson(value);
}

/**
 * Takes the first values that fit, and the beginning of the next one as text. A value that is cut
 * counts as left out.
 */
export function takeFacts(
  facts: readonly NamedValue[],
  maxBytes: number,
  costOf: (fact: NamedValue) => number = costOfFact,
): Taken<NamedValue> {
  const { taken, omitted } = takeFirst(facts, costOf, maxBytes);
  const [name, value] = facts[taken.length] ?? [];
  if (name === undefined || value === undefined) return { taken, omitted };
  const spent = taken.reduce((sum, fact) => sum + costOf(fact), 0);
  const room = maxBytes - spent - costOf([name, '']);
  if (room < LEAST_BYTES) return { taken, omitted };
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  // Uses half of the room, since the page may repeat the text in a summary of the values.
  return { taken: [...taken, [name, fitText(text, room / 2)]], omitted };
}
