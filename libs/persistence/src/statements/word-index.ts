import { sql } from 'kysely';
import type { RawBuilder, Transaction } from 'kysely';
import type { DatabaseKind } from '../database.ts';
import type { Schema } from '../schema.ts';
import { inChunks } from './chunks.ts';

/** Words to index for a row. They consist of lower-case letters and digits. */
export interface RowWords {
  readonly id: number;
  readonly words: readonly string[];
}

export async function putWords(
  { transaction, kind }: { transaction: Transaction<Schema>; kind: DatabaseKind },
  table: keyof Schema,
  rows: readonly RowWords[],
): Promise<void> {
  await inChunks(rows, async (chunk) => {
    const put =
      kind === 'sqlite'
        ? sql`insert or replace into ${sql.table(table)} (rowid, words) values ${sql.join(
            chunk.map(({ id, words }) => sql`(${id}, ${words.join(' ')})`),
          )}`
        : sql`insert into ${sql.table(table)} (id, words) values ${sql.join(
            chunk.map(({ id, words }) => sql`(${id}, array_to_tsvector(${words}::text[]))`),
          )} on conflict (id) do update set words = excluded.words`;
    await put.execute(transaction);
    return [];
  });
}

/**
 * Returns the ids of rows that have all `words` and all `beginnings` of words. At least one must be
 * given.
 */
export function selectByWords(
  kind: DatabaseKind,
  table: keyof Schema,
  {
    words,
    beginnings,
  }: { readonly words: Iterable<string>; readonly beginnings: Iterable<string> },
): RawBuilder<number> {
  if (kind === 'sqlite') {
    const asked = [
      ...Array.from(words, (word) => `"${word}"`),
      ...Array.from(beginnings, (word) => `"${word}" *`),
    ];
    return sql<number>`(select rowid from ${sql.table(table)} where ${sql.ref(table)} match ${asked.join(' ')})`;
  }
  const asked = [
    ...Array.from(words, (word) => `'${word}'`),
    ...Array.from(beginnings, (word) => `'${word}':*`),
  ];
  return sql<number>`(select id from ${sql.table(table)} where words @@ ${asked.join(' & ')}::tsquery)`;
}
