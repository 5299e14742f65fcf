import { reportLimits } from '#shared';
import type { CutNotes } from '../json/cut-notes.ts';
import { readPairs, readText } from '../json/shape.ts';

type Tag = readonly [key: string, value: string];

const KEY = /^[A-Za-z0-9_.:-]+$/;

/**
 * Tags as an object or as a list of pairs. A key with characters that a search could not name loses
 * them to `_`; a value that is no text is dropped; of equal keys the last one counts.
 */
export function normaliseTags(value: unknown, notes: CutNotes): Tag[] {
  const tags = new Map<string, string>();
  for (const [key, entry] of readPairs(value)) {
    const name = readText(key, reportLimits.tagKeyLength);
    const text = readText(entry, reportLimits.tagValueLength);
    if (name === undefined || text === undefined) continue;
    if (tags.size === reportLimits.tags) {
      notes.add(`tags: cut to the first ${reportLimits.tags}`);
      break;
    }
    tags.set(KEY.test(name) ? name : name.replaceAll(/[^A-Za-z0-9_.:-]/g, '_'), text);
  }
  return [...tags];
}
