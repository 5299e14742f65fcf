import { reportLimits } from '#shared';
import type { CutNotes } from '../json/cut-notes.ts';
import { readPairs } from '../json/shape.ts';

type Tag = readonly [key: string, value: string];

/**
 * Reads tags from an object or a list of pairs. Keeps empty values, and converts values that are no
 * text to JSON. When names repeat, the last one wins.
 */
export function normaliseTags(value: unknown, notes: CutNotes): Tag[] {
  const tags = new Map<string, string>();
  const pairs = readPairs(value);
  for (const [key, entry] of pairs) {
    const name = notes.readText(key, reportLimits.tagKeyLength, 'names of tags');
    if (name === undefined || entry === undefined || entry === null) continue;
    if (tags.size === reportLimits.tags && !tags.has(name)) {
      notes.add(`tags: ${pairs.length - reportLimits.tags} of ${pairs.length} left out`);
      break;
    }
    tags.set(name, toTagValue(entry, notes));
  }
  return [...tags];
}

function toTagValue(entry: unknown, notes: CutNotes): string {
  const text = typeof entry === 'string' ? entry : JSON.stringify(entry);
  return notes.readText(text, reportLimits.tagValueLength, 'values of tags') ?? '';
}
