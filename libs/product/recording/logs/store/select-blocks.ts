import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DatabaseKind, Schema } from '#persistence/stores';
import type { BlockWords } from './log-words.ts';

export interface LogBlock {
  readonly id: number;
  readonly project_id: number;
  readonly body: Buffer;
}

export interface WantedBlocks {
  /** Projects whose logs may be read. The word of a project only makes this fast: logs can hold it. */
  readonly projectIds: readonly number[];
  readonly words: BlockWords;
  readonly beforeId?: number | undefined;
  /** Blocks with a log in this time, both ends included. */
  readonly time?: { readonly fromMs: number; readonly toMs: number };
  readonly limit: number;
  /** Order of recording; newest first when absent. */
  readonly isOldestFirst?: boolean;
}

/** Returns the blocks of the projects that have the words. */
export async function selectBlocks(
  { db, kind }: { readonly db: Kysely<Schema>; readonly kind: DatabaseKind },
  {
    projectIds,
    words,
    beforeId = Number.MAX_SAFE_INTEGER,
    time,
    limit,
    isOldestFirst = false,
  }: WantedBlocks,
): Promise<readonly LogBlock[]> {
  if (projectIds.length === 0) return [];
  const own = sql`project_id in (${sql.join(projectIds)})`;
  const order = isOldestFirst ? sql`asc` : sql`desc`;
  const within = time ? sql`and ends_at >= ${time.fromMs} and starts_at <= ${time.toMs}` : sql``;
  // The full-text index of SQLite gives rows in this order, one by one. Asked as a subquery, it
  // would first list all rows with the word.
  const query =
    kind === 'sqlite'
      ? sql<LogBlock>`select id, project_id, body
          from log_words cross join log_blocks on log_blocks.id = log_words.rowid
          where log_words match ${toMatch(words)} and log_words.rowid < ${beforeId} and ${own} ${within}
          order by log_words.rowid ${order} limit ${limit}`
      : sql<LogBlock>`select id, project_id, body from ${sql.table('log_blocks')}
          where id in (select id from ${sql.table('log_words')} where words @@ ${toTsQuery(words)})
            and id < ${beforeId} and ${own} ${within}
          order by id ${order} limit ${limit}`;
  return (await query.execute(db)).rows;
}

function toMatch({ words, beginnings, groups }: BlockWords): string {
  return [
    ...words.map((word) => `"${word}"`),
    ...beginnings.map((word) => `"${word}" *`),
    ...groups.map((group) => `(${group.map((word) => `"${word}"`).join(' OR ')})`),
  ].join(' AND ');
}

function toTsQuery({ words, beginnings, groups }: BlockWords): RawBuilder<unknown> {
  const text = [
    ...words.map((word) => `'${word}'`),
    ...beginnings.map((word) => `'${word}':*`),
    ...groups.map((group) => `(${group.map((word) => `'${word}'`).join(' | ')})`),
  ].join(' & ');
  return sql`${text}::tsquery`;
}
