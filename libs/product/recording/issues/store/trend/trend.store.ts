import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { KyselyDatabase, Schema } from '#persistence/stores';
import {
  HOUR_MS,
  toBucketRange,
  inTransaction,
  type Capability,
  storeOf,
} from '#persistence/stores';
import { raiseProjects } from '#product/recording/changes';

/** Added to both rates, so that a few events more or less do not look like a trend. */
const STEADY_EVENTS = 5;
const LEVEL_TREND = 100;

/** The column is an integer, which ends at 2,147,483,647 in PostgreSQL. */
const MOST_TREND = 1_000_000;

export function toTrend({
  lastDay,
  weekBefore,
}: {
  readonly lastDay: number;
  readonly weekBefore: number;
}): number {
  const rate = (lastDay + STEADY_EVENTS) / (weekBefore / 7 + STEADY_EVENTS);
  return Math.min(Math.round(LEVEL_TREND * rate), MOST_TREND);
}

/** Issues in one transaction. Each issue has up to 192 buckets for each of its keys. */
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
 * Maintains `issues.trend`, the number by which lists find rising issues.
 *
 * The trend is `100 × (d + 5) / (w / 7 + 5)`, rounded. `d` counts the events of the last 24 hours
 * and `w` those of the seven days before. An issue that is steady or quiet has 100; an issue with
 * about twice as many events as before has 200. Adding five events to both keeps small counts near
 * 100: one event after none makes 120, twenty make 500.
 */
export class TrendStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    this.#database = database;
  }

  /**
   * Writes the trends that the next issues after `afterId` have at `nowMs`, in one short
   * transaction. Returns the last id that it read, or undefined when there are no more issues.
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

  /** Locks the issues in the same order as recording does. */
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

/**
 * Lists issues with events since `weekFromMs`, and issues whose trend still reflects older events.
 */
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

export const trend = {
  tables: [],
  migrations: [],
  stores: { trends: storeOf(TrendStore) },
} as const satisfies Capability;
