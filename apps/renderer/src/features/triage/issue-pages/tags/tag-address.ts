import { printSearch, reportLimits, searchKeys, searchLimits } from '#shared';
import type { Address, EventUser, Search } from '#shared';
import { toListAddress, UNFILTERED } from '../list/listing.ts';

/** Keys that find the value of the tag of their name. `level` is that of the newest event, and no tag. */
const KINDS: ReadonlySet<string> = new Set(['name', 'part', 'release']);

/** The list of all issues some of whose events have that value; undefined where a search for it would be too long. */
export function toTagAddress(name: string, value: string): Address | undefined {
  const query = toTagQuery(name, value);
  return query.length > searchLimits.queryCharacters
    ? undefined
    : toListAddress({ query, filter: UNFILTERED });
}

/** The list of all issues that happened to the same user, in all projects; undefined where nothing names them. */
export function toUserAddress({ id, email, username }: EventUser): Address | undefined {
  const named = (
    [
      ['user.id', id],
      ['user.email', email],
      ['user.username', username],
    ] as const
  ).find(([, value]) => value !== undefined && value !== '');
  const [name, value = ''] = named ?? [];
  // A longer one is cut where events are searched.
  if (name === undefined || value.length > reportLimits.tagValueLength) return undefined;
  return toTagAddress(name, value);
}

/** By the key of that name where one finds it, else by the tag: the shorter is easier to go on with. */
export function toTagQuery(name: string, value: string): string {
  const key = Object.hasOwn(searchKeys, name) ? (name as keyof typeof searchKeys) : undefined;
  const entry = key && searchKeys[key];
  const isKey = entry !== undefined && KINDS.has(entry.kind);
  const condition = { kind: isKey ? entry.kind : 'tag', key: name, values: [[value]] };
  return printSearch([{ ...condition, isNegated: false, at: 0, end: 0 }] as unknown as Search);
}
