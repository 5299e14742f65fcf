import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DatabaseKind, Schema } from '#persistence/stores';
import { BLOCK_SPAN_MS, toBlockId } from './log-place.ts';
import type { LogPlace } from './log.types.ts';
import type { BlockWords } from './log-words.ts';

export interface LogBlock {
  readonly id: number;
  readonly project_id: number;
  readonly ends_at: number;
  readonly body: Buffer;
}

export interface WantedBlocks {
  /** Projects whose logs may be read. The word of a project only makes this fast: logs can hold it. */
  readonly projectIds: readonly number[];
  readonly words: BlockWords;
  /** Only blocks with a log of this time or later. */
  readonly fromMs?: number | undefined;
  /** Only blocks with a log before this place. */
  readonly before?: LogPlace | undefined;
  /** Only blocks with a lower id. */
  readonly belowId?: number | undefined;
  readonly limit: number;
  /** Order of the blocks' last logs; latest first when absent. */
  readonly isOldestFirst?: boolean;
}

interface BlocksOfDay {
  readonly db: Kysely<Schema>;
  readonly kind: DatabaseKind;
  readonly day: string;
}

/** Returns the blocks of the projects that have the words. */
export async function selectBlocks(
  { db, ...of }: BlocksOfDay,
  wanted: WantedBlocks,
): Promise<readonly LogBlock[]> {
  if (wanted.projectIds.length === 0) return [];
  return (await toQuery(of, wanted).execute(db)).rows;
}

/** Returns the blocks that any of the questions finds, in one statement. Some may come twice. */
export async function selectBlocksOfAny(
  { db, ...of }: BlocksOfDay,
  wanted: readonly WantedBlocks[],
): Promise<readonly LogBlock[]> {
  const asked = wanted.filter(({ projectIds }) => projectIds.length > 0);
  if (asked.length === 0) return [];
  const each = asked.map((one) => sql`select * from (${toQuery(of, one)}) as found`);
  return (await sql<LogBlock>`${sql.join(each, sql` union all `)}`.execute(db)).rows;
}

function toQuery(
  { kind, day }: Omit<BlocksOfDay, 'db'>,
  { projectIds, words, limit, isOldestFirst = false, ...place }: WantedBlocks,
): RawBuilder<LogBlock> {
  const own = sql`project_id in (${sql.join(projectIds)})`;
  const order = isOldestFirst ? sql`asc` : sql`desc`;
  const within = whereWithin(day, place);
  const starts = place.before ? sql`and ${whereStarts(day, place.before)}` : sql``;
  // The full-text index of SQLite gives rows in this order, one by one. Asked as a subquery, it
  // would first list all rows with the word.
  return kind === 'sqlite'
    ? sql<LogBlock>`select id, project_id, ends_at, body
          from log_words cross join log_blocks on log_blocks.id = log_words.rowid
          where log_words match ${toMatch(words)} and ${within(sql`log_words.rowid`)} and ${own} ${starts}
          order by log_words.rowid ${order} limit ${limit}`
    : sql<LogBlock>`select id, project_id, ends_at, body from ${sql.table('log_blocks')}
          where id in (select id from ${sql.table('log_words')} where words @@ ${toTsQuery(words)})
            and ${within(sql`id`)} and ${own} ${starts}
          order by id ${order} limit ${limit}`;
}

/** Ids are in the order of time, so the index passes over all other blocks. */
function whereWithin(
  day: string,
  { fromMs, before, belowId }: Pick<WantedBlocks, 'before' | 'belowId' | 'fromMs'>,
): (id: RawBuilder<unknown>) => RawBuilder<unknown> {
  const from = fromMs === undefined ? 0 : toBlockId(day, fromMs);
  const end = before ? toBlockId(day, before.atMs + BLOCK_SPAN_MS + 1) : Number.MAX_SAFE_INTEGER;
  return (id) => sql`${id} >= ${from} and ${id} < ${Math.min(end, belowId ?? end)}`;
}

/** Blocks whose logs are all at or after the place are passed over without reading them. */
function whereStarts(day: string, { atMs, day: ofDay, blockId }: LogPlace): RawBuilder<unknown> {
  const last = day === ofDay ? blockId : day < ofDay ? Number.MAX_SAFE_INTEGER : -1;
  return sql`(starts_at < ${atMs} or (starts_at = ${atMs} and id <= ${last}))`;
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
