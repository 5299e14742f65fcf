import type { Kysely } from 'kysely';
import type { Schema } from '#persistence/stores';
import { toKeys } from './reports.ts';

/**
 * Lists the stored grouping keys by the words that they were made from. `rows` has the number of
 * events of each key with a row, and `pointers` has the target of each pointer.
 */
export async function listKeyRows(
  db: Kysely<Schema>,
  words: Iterable<string>,
): Promise<{ rows: Record<string, number>; pointers: Record<string, string> }> {
  const wordOf = new Map([...words].map((word) => [toKeys(word)[0]!.key, word]));
  const keys = await db
    .selectFrom('grouping_keys')
    .select(['key', 'events'])
    .where('issue_id', 'is not', null)
    .execute();
  const pointers = await db
    .selectFrom('key_pointers')
    .innerJoin('grouping_keys', 'grouping_keys.id', 'key_pointers.grouping_key_id')
    .select(['key_pointers.key', 'grouping_keys.key as to'])
    .execute();
  return {
    rows: Object.fromEntries(keys.map(({ key, events }) => [wordOf.get(key) ?? key, events])),
    pointers: Object.fromEntries(
      pointers.map(({ key, to }) => [wordOf.get(key) ?? key, wordOf.get(to) ?? to]),
    ),
  };
}
