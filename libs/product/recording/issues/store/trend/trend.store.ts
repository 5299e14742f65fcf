import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { KyselyDatabase, Schema } from '#persistence/stores';
import { HOUR_MS, toBucketRange, inTransaction } from '#persistence/stores';
import { raiseProjects } from '#product/recording/changes';
import { LEVEL_TREND, toTrend } from './to-trend.ts';

/** Each has up to 192 buckets for each of its keys. */
const ISSUES_PER_STEP = 100;

const DAY_HOURS = 24;

const WEEK_HOURS = 7 * DAY_HOURS;

interface Span {
  readonly weekFromMs: number;
  readonly dayFromMs: number;
  readonly lastStartMs: number;
}

interface Counted {
  readonly id: number;
  readonly trend: number;
  readonly lastDay: number;
  readonly weekBefore: number;
}

/**
 * How issues rise and fall: `issues.trend`, by which lists are sorted.
 *
 * It is `100 × (d + 5) / (w / 7 + 5)`, rounded, where `d` counts the events of the last 24 hours and `w` those of the seven days
 * before. So 100 is an issue that stays as it is, or is quiet, and 200 one that has about twice as many events as before. The five events that are
 * added to both keep small counts in the middle: one event after none makes 120, twenty make 500.
 */
export class TrendStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    this.#database = database;
  }

  /**
   * Writes the trend at `nowMs` of some issues, in the order of their ids, from the one after `afterId` on: one short transaction.
   * Resolves with the last id that it looked at; undefined once there are no more.
   */
  async write(nowMs: number, afterId: number): Promise<number | undefined> {
    const { kysely } = this.#database;
    const span = toSpan(nowMs);
    const ids = await listMoving(kysely, span, afterId);
    if (ids.length === 0) return undefined;
    const changed = (await countEvents(kysely, span, ids)).flatMap((counted) => {
      const trend = toTrend(counted);
      return trend === counted.trend ? [] : [{ id: counted.id, trend }];
    });
    if (changed.length > 0) await this.#put(changed);
    return ids.at(-1);
  }

  /** Locks the issues in the order in which recording does. */
  #put(changed: readonly { readonly id: number; readonly trend: number }[]): Promise<void> {
    return inTransaction(this.#database, async (transaction) => {
      if (this.#database.dialect.hasConcurrentWriters) {
        await transaction
          .selectFrom('issues')
          .select('id')
          .where(
            'id',
            'in',
            changed.map(({ id }) => id),
          )
          .orderBy('id')
          .forNoKeyUpdate()
          .execute();
      }
      const rows = changed.map(
        ({ id, trend }) => sql`(cast(${id} as bigint), cast(${trend} as integer))`,
      );
      const { rows: written } = await sql<{ project_id: number }>`
        update issues set trend = v.column2 from (values ${sql.join(rows)}) as v
        where issues.id = v.column1 and issues.trend <> v.column2
        returning project_id`.execute(transaction);
      await raiseProjects(
        transaction,
        written.map(({ project_id }) => project_id),
      );
    });
  }
}

function toSpan(nowMs: number): Span {
  const day = toBucketRange(nowMs, HOUR_MS, DAY_HOURS);
  const all = toBucketRange(nowMs, HOUR_MS, DAY_HOURS + WEEK_HOURS);
  return {
    weekFromMs: all.firstStartMs,
    dayFromMs: day.firstStartMs,
    lastStartMs: day.lastStartMs,
  };
}

/** Those with events in that time, and those whose trend is of events that lie further back by now. */
async function listMoving(
  db: Kysely<Schema>,
  { weekFromMs }: Span,
  afterId: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('issues')
    .select('id')
    .where('id', '>', afterId)
    .where('merged_into', 'is', null)
    .where((eb) => eb.or([eb('last_seen_at', '>=', weekFromMs), eb('trend', '<>', LEVEL_TREND)]))
    .orderBy('id')
    .limit(ISSUES_PER_STEP)
    .execute();
  return rows.map(({ id }) => id);
}

/** The one place that reads the counts. */
async function countEvents(
  db: Kysely<Schema>,
  { weekFromMs, dayFromMs, lastStartMs }: Span,
  ids: readonly number[],
): Promise<Counted[]> {
  const isOfDay = sql`bucket.starts_at >= ${dayFromMs}`;
  const rows = await db
    .selectFrom('issues')
    .leftJoin('grouping_keys', 'grouping_keys.issue_id', 'issues.id')
    .leftJoin('event_hours as bucket', (join) =>
      join
        .onRef('bucket.grouping_key_id', '=', 'grouping_keys.id')
        .on('bucket.starts_at', '>=', weekFromMs)
        .on('bucket.starts_at', '<=', lastStartMs),
    )
    .select(['issues.id', 'issues.trend'])
    .select([
      sql<number>`cast(coalesce(sum(bucket.events), 0) as bigint)`.as('all'),
      sql<number>`cast(coalesce(sum(case when ${isOfDay} then bucket.events end), 0) as bigint)`.as(
        'lastDay',
      ),
    ])
    .where('issues.id', 'in', ids)
    .groupBy(['issues.id', 'issues.trend'])
    .execute();
  return rows.map(({ all, ...row }) => ({ ...row, weekBefore: all - row.lastDay }));
}
