import { printSearch, reportLimits, searchKeys, searchLimits } from '#shared';
import type { Address, EventUser, Search } from '#shared';
import { toListAddress } from './list-address.ts';

/**
 * Kinds of search keys that match the tag of the same name. `level` has another kind, because this
 * key matches the level of the newest event.
 */
const KINDS: ReadonlySet<string> = new Set(['name', 'part', 'release']);

/**
 * Returns the address of the list of all issues that have an event with this value. Returns
 * undefined when the search would be too long.
 */
export function toTagAddress(name: string, value: string): Address | undefined {
  const query = toTagQuery(name, value);
  return query.length > searchLimits.queryCharacters ? undefined : toListAddress({ query });
}

/**
 * Returns the address of the list of all issues of this user, in all projects. Returns undefined
 * when the event has no id, email or username.
 */
export function toUserAddress({ id, email, username }: EventUser): Address | undefined {
  const named = (
    [
      ['user.id', id],
      ['user.email', email],
      ['user.username', username],
    ] as const
  ).find(([, value]) => value !== undefined && value !== '');
  const [name, value = ''] = named ?? [];
  // Searched tag values are cut to this length, so a longer one would match nothing.
  if (name === undefined || value.length > reportLimits.tagValueLength) return undefined;
  return toTagAddress(name, value);
}

/**
 * Returns a search for the tag's value. Uses the search key of the same name when this key matches
 * the tag, since `release:1` is shorter than `tags[release]:1`.
 */
export function toTagQuery(name: string, value: string): string {
  const key = Object.hasOwn(searchKeys, name) ? (name as keyof typeof searchKeys) : undefined;
  const entry = key && searchKeys[key];
  const isKey = entry !== undefined && KINDS.has(entry.kind);
  const condition = { kind: isKey ? entry.kind : 'tag', key: name, values: [[value]] };
  return printSearch([{ ...condition, isNegated: false, at: 0, end: 0 }] as unknown as Search);
}
