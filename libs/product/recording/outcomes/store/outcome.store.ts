import { sql } from 'kysely';
import { outcomeLimits } from '#shared';
import type { OutcomeCount, DiscardCount, DiscardReason, Ending, Outcome } from '#shared';
import type { KyselyDatabase } from '#persistence/stores';
import {
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  toBucketRange,
  toBucketStart,
  inTransaction,
} from '#persistence/stores';
import { addOutcomes } from './count-outcomes.ts';

/** How many items of a project ended in one way, in the minute or hour that starts then. */
export interface OutcomeBucket {
  readonly startsAtMs: number;
  readonly outcome: Outcome;
  readonly quantity: number;
}

/** How many items the SDKs of a project say they have dropped themselves, in the minute or hour that starts then. */
export interface DiscardBucket {
  readonly startsAtMs: number;
  readonly reason: DiscardReason;
  readonly quantity: number;
}

/** How many items of a project ended in one way, for one reason. */
export type OutcomeSum = Pick<OutcomeCount, 'projectId' | 'kind' | 'quantity'> & Ending;

/** How many items the SDKs of a project say they have dropped themselves, for one reason. */
export type DiscardSum = Pick<DiscardCount, 'projectId' | 'reason' | 'kind' | 'quantity'>;

export interface OutcomeRange {
  readonly projectId: number;
  /** From the bucket that this falls in to that of `toMs`, both included. */
  readonly fromMs: number;
  readonly toMs: number;
  /** What is counted by. Minutes are kept for `outcomeLimits.minutesKeptMs`, hours for `hoursKeptMs`. */
  readonly per: 'minute' | 'hour';
}

/** How many items of a project ended in one way, for one reason, on the day of UTC that starts then. */
export type OutcomeDay = Pick<OutcomeCount, 'kind' | 'quantity'> &
  Ending & { readonly startsAtMs: number };

/** What came by a key of a project, whatever it ended in. */
export interface KeyUse {
  readonly publicKey: string;
  /** Items of the last 24 hours. */
  readonly lastDay: number;
  /** When the minute began in which the last one came; of more than `minutesKeptMs` ago, the hour. */
  readonly lastUsedMs: number;
}

export interface OutcomeDayRange {
  readonly projectId: number;
  readonly nowMs: number;
  /** How many, with the day that has begun. Known for `outcomeLimits.hoursKeptMs`. */
  readonly days: number;
}

export interface OutcomeSumRange extends Omit<OutcomeRange, 'projectId'> {
  readonly projectIds: readonly number[];
}

/** Of a table, in one step. Measured on SQLite with 100,000 rows: 2,000 of them go in 5 ms. */
const ROWS_PER_STEP = 2000;

/** Of each table, what its rows are known by. */
const tables = {
  outcome_minutes: 'project_id, starts_at, public_key, outcome, reason, kind',
  outcome_hours: 'project_id, starts_at, public_key, outcome, reason, kind',
  discard_minutes: 'project_id, starts_at, public_key, reason, kind',
  discard_hours: 'project_id, starts_at, public_key, reason, kind',
} as const;

type CountTable = keyof typeof tables;

/** Of each period that a count is asked per, the tables and how long a row of them lasts. */
const periods = {
  minute: { outcomes: 'outcome_minutes', discards: 'discard_minutes', bucketMs: MINUTE_MS },
  hour: { outcomes: 'outcome_hours', discards: 'discard_hours', bucketMs: HOUR_MS },
} as const;

/** What the items of reports ended in. `ReportStore.record` counts those of the reports that it records. */
export class OutcomeStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    this.#database = database;
  }

  /**
   * Adds what items ended in that are in no report. All of it counts, or nothing. Counted twice when it is called again
   * after a commit whose answer was lost with the connection.
   */
  async add(counts: readonly OutcomeCount[]): Promise<void> {
    if (counts.length === 0) return;
    await inTransaction(this.#database, (transaction) => addOutcomes(transaction, counts));
  }

  /** Over all keys, reasons and kinds; by time, then by outcome. Buckets in which nothing ended are not among them. */
  list({ projectId, fromMs, toMs, per }: OutcomeRange): Promise<OutcomeBucket[]> {
    const { outcomes, bucketMs } = periods[per];
    return (
      this.#database.kysely
        .selectFrom(outcomes)
        .select(['starts_at as startsAtMs', 'outcome'])
        // Else PostgreSQL sums bigints up to a numeric, which is read as text.
        .select(sql<number>`cast(sum(quantity) as bigint)`.as('quantity'))
        .where('project_id', '=', projectId)
        .where('starts_at', '>=', toBucketStart(fromMs, bucketMs))
        .where('starts_at', '<=', toMs)
        .groupBy(['starts_at', 'outcome'])
        // What failed may have been tried again, and is taken back.
        .having(sql<boolean>`sum(quantity) > 0`)
        .orderBy('starts_at')
        .orderBy('outcome')
        .execute()
    );
  }

  /** Of projects, over all keys and buckets of the time; in no order. What nothing ended in is not among them. */
  async sum({ projectIds, fromMs, toMs, per }: OutcomeSumRange): Promise<OutcomeSum[]> {
    // PostgreSQL knows no empty list.
    if (projectIds.length === 0) return [];
    const { outcomes, bucketMs } = periods[per];
    const rows = await this.#database.kysely
      .selectFrom(outcomes)
      .select(['project_id as projectId', 'outcome', 'reason', 'kind'])
      .select(sql<number>`cast(sum(quantity) as bigint)`.as('quantity'))
      .where('project_id', 'in', [...projectIds])
      .where('starts_at', '>=', toBucketStart(fromMs, bucketMs))
      .where('starts_at', '<=', toMs)
      .groupBy(['project_id', 'outcome', 'reason', 'kind'])
      .having(sql<boolean>`sum(quantity) > 0`)
      .execute();
    return rows as OutcomeSum[];
  }

  /** Of one project over all keys; in no order. What nothing ended in is not among them. */
  async listDays({ projectId, nowMs, days }: OutcomeDayRange): Promise<OutcomeDay[]> {
    const { firstStartMs } = toBucketRange(nowMs, DAY_MS, days);
    const day = sql<number>`starts_at - starts_at % ${sql.lit(DAY_MS)}`;
    const rows = await this.#database.kysely
      .selectFrom('outcome_hours')
      .select(['outcome', 'reason', 'kind'])
      .select(day.as('startsAtMs'))
      .select(sql<number>`cast(sum(quantity) as bigint)`.as('quantity'))
      .where('project_id', '=', projectId)
      .where('starts_at', '>=', firstStartMs)
      .where('starts_at', '<=', nowMs)
      .groupBy([day, 'outcome', 'reason', 'kind'])
      .having(sql<boolean>`sum(quantity) > 0`)
      .execute();
    return rows as OutcomeDay[];
  }

  /** Of all keys by which something came in `hoursKeptMs`; in no order. */
  async listKeyUse(projectId: number, nowMs: number): Promise<KeyUse[]> {
    const used = await Promise.all(
      (['outcome_hours', 'outcome_minutes'] as const).map((table) =>
        this.#database.kysely
          .selectFrom(table)
          .select('public_key as publicKey')
          .select(sql<number>`max(starts_at)`.as('lastUsedMs'))
          .select(
            sql<number>`cast(sum(case when starts_at > ${nowMs - DAY_MS} then quantity else 0 end) as bigint)`.as(
              'lastDay',
            ),
          )
          .where('project_id', '=', projectId)
          .where('quantity', '>', 0)
          .groupBy('public_key')
          .execute(),
      ),
    );
    // What minutes know is nearer.
    return [...new Map(used.flat().map((each) => [each.publicKey, each])).values()];
  }

  /** As `list`, of what never came here: over all keys and kinds; by time, then by reason. */
  listDiscards(range: OutcomeRange): Promise<DiscardBucket[]> {
    const { projectId, fromMs, toMs, per } = range;
    const { discards, bucketMs } = periods[per];
    return this.#database.kysely
      .selectFrom(discards)
      .select(['starts_at as startsAtMs', 'reason'])
      .select(sql<number>`cast(sum(quantity) as bigint)`.as('quantity'))
      .where('project_id', '=', projectId)
      .where('starts_at', '>=', toBucketStart(fromMs, bucketMs))
      .where('starts_at', '<=', toMs)
      .groupBy(['starts_at', 'reason'])
      .orderBy('starts_at')
      .orderBy('reason')
      .execute();
  }

  /** As `sum`, of what never came here. */
  async sumDiscards(range: OutcomeSumRange): Promise<DiscardSum[]> {
    const { projectIds, fromMs, toMs, per } = range;
    if (projectIds.length === 0) return [];
    const { discards, bucketMs } = periods[per];
    return this.#database.kysely
      .selectFrom(discards)
      .select(['project_id as projectId', 'reason', 'kind'])
      .select(sql<number>`cast(sum(quantity) as bigint)`.as('quantity'))
      .where('project_id', 'in', [...projectIds])
      .where('starts_at', '>=', toBucketStart(fromMs, bucketMs))
      .where('starts_at', '<=', toMs)
      .groupBy(['project_id', 'reason', 'kind'])
      .execute();
  }

  /**
   * Removes some of what is older than the limits: one short transaction, however much there is. Resolves
   * with whether there was something to remove: there may be more.
   */
  async removeOld(nowMs: number): Promise<boolean> {
    const minutes = toBucketStart(nowMs - outcomeLimits.minutesKeptMs, MINUTE_MS);
    const hours = toBucketStart(nowMs - outcomeLimits.hoursKeptMs, HOUR_MS);
    const removed =
      (await this.#removeBefore('outcome_minutes', minutes)) +
      (await this.#removeBefore('outcome_hours', hours)) +
      (await this.#removeBefore('discard_minutes', minutes)) +
      (await this.#removeBefore('discard_hours', hours));
    return removed > 0;
  }

  async #removeBefore(table: CountTable, beforeMs: number): Promise<number> {
    const columns = sql.raw(tables[table]);
    const { numDeletedRows } = await inTransaction(this.#database, (transaction) =>
      transaction
        .deleteFrom(table)
        .where(
          sql<boolean>`(${columns}) in (
            select ${columns}
            from ${sql.table(table)}
            where starts_at < ${beforeMs}
            order by starts_at
            limit ${ROWS_PER_STEP}
          )`,
        )
        .executeTakeFirst(),
    );
    return Number(numDeletedRows);
  }
}
