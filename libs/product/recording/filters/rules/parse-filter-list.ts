import { filterLimits, parseNetwork } from '#shared';
import type { FilterList } from '#shared';

const { entries: maxEntries, entryLength } = filterLimits;

export type ParsedFilterList =
  | { readonly ok: true; readonly entries: readonly string[] }
  | { readonly ok: false; readonly problem: string };

/**
 * Parses a list as typed into a form, one entry a line. Blank lines and repeated entries are left
 * out.
 */
export function parseFilterList(list: FilterList, text: string): ParsedFilterList {
  const lines = text.split('\n').map((line) => line.trim());
  const entries = [...new Set(lines.filter(Boolean))];
  const problem = findFilterProblem(list, entries);
  return problem === undefined ? { ok: true, entries } : { ok: false, problem };
}

/**
 * Returns why the entries are not allowed, as a sentence for the person who typed them; undefined
 * when they are allowed.
 */
export function findFilterProblem(
  list: FilterList,
  entries: readonly string[],
): string | undefined {
  if (entries.length > maxEntries) return `At most ${maxEntries} may stand here, one a line.`;
  const long = entries.find((entry) => entry.length > entryLength);
  if (long !== undefined)
    return `“${long.slice(0, 30)}…” is longer than ${entryLength} characters.`;
  const wrong = entries.find((entry) =>
    list === 'networks' ? !parseNetwork(entry) : !/[^*?\s]/.test(entry),
  );
  if (wrong === undefined) return undefined;
  return list === 'networks'
    ? `“${wrong}” is no address like 203.0.113.7 and no network like 10.0.0.0/8 or 2001:db8::/32.`
    : `“${wrong}” would filter everything: a pattern needs other characters than * and ?.`;
}
