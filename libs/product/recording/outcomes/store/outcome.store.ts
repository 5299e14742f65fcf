import { sql } from 'kysely';
import { outcomeLimits } from '#shared';
import type { OutcomeCount, DiscardCount, DiscardReason, Ending, ItemKind, Outcome } from '#shared';
import type { KyselyDatabase } from '#persistence/stores';
import {
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  toBucketRange,
  toBucketStart,
  inTransaction,
  type Capability,
} from '#persistence/stores';
import { countDiscards } from './count-discards.ts';
import { addOutcomes, countOutcomes } from './count-outcomes.ts';
import { createOutcomes } from './migrations/0013-create-outcomes.ts';
import { tables } from './outcome.tables.ts';

export interface OutcomeBucket {
  readonly startsAtMs: number;
  readonly outcome: Outcome;
  readonly quantity: number;
}

export interface DiscardBucket {
  readonly startsAtMs: number;
  readonly reason: DiscardReason;
  readonly quantity: number;
}

export type OutcomeSum = Pick<OutcomeCount, 'projectId' | 'kind' | 'quantity'> & Ending;

export type DiscardSum = Pick<DiscardCount, 'projectId' | 'reason' | 'kind' | 'quantity'>;

export interface OutcomeRange {
  readonly projectId: number;
  /**
   * The range reaches from the bucket that contains `fromMs` to the bucket that contains `toMs`,
   * both included.
   */
  readonly fromMs: number;
  readonly toMs: number;
  /**
   * Size of the buckets. Minutes are kept for `outcomeLimits.minutesKeptMs`, hours for
   * `hoursKeptMs`.
   */
  readonly per: 'minute' | 'hour';
}

export type OutcomeDay = Pick<OutcomeCount, 'kind' | 'quantity'> &
  Ending & { readonly startsAtMs: number };

export interface KeyUse {
  readonly publicKey: string;
  readonly lastDay: number;
  /**
   * Start of the minute in which the last item came; start of the hour when that was more than
   * `minutesKeptMs` ago.
   */
  readonly lastUsedMs: number;
}

export interface OutcomeDayRange {
  readonly projectId: number;
  readonly nowMs: number;
  /**
   * Number of days, including the present one. Counts are known for `outcomeLimits.hoursKeptMs`.
   */
  readonly days: number;
}

export interface OutcomeSumRange extends Omit<OutcomeRange, 'projectId'> {
  readonly projectIds: readonly number[];
  readonly reason?: OutcomeSum['reason'];
}

/**
 * Rows of one table that one step deletes. On SQLite with 100,000 rows, deleting 2,000 takes 5 ms.
 */
const ROWS_PER_STEP = 2000;

const columnsOf = {
  outcome_minutes: 'project_id, starts_at, public_key, outcome, reason, kind',
  outcome_hours: 'project_id, starts_at, public_key, outcome, reason, kind',
  discard_minutes: 'project_id, starts_at, public_key, reason, kind',
  discard_hours: 'project_id, starts_at, public_key, reason, kind',
} as const;

type CountTable = keyof typeof columnsOf;

const periods = {
  minute: { outcomes: 'outcome_minutes', discards: 'discard_minutes', bucketMs: MINUTE_MS },
  hour: { outcomes: 'outcome_hours', discards: 'discard_hours', bucketMs: HOUR_MS },
} as const;

/** How pages name a kind of items, in the plural. */
export interface KindWords {
  readonly title: string;
  /**
   * A sentence that says how to stop the SDK from sending items of this kind. The options are those
   * of the SDKs for JavaScript 11 and Python 2.68. Absent for what comes with errors.
   */
  readonly stop?: string;
}

export type KeptKinds = { readonly [Kind in ItemKind]?: KindWords };

declare module '#persistence/stores' {
  interface StoreSettings {
    readonly keptKinds: readonly KeptKinds[];
  }

  interface Capability {
    /** Kinds of items that the capability keeps, unless the key accepts only errors. */
    readonly keptKinds?: KeptKinds;
  }
}

/**
 * Counts how the items of reports ended. `ReportStore.record` counts the items of the reports that
 * it records.
 */
export class OutcomeStore {
  readonly #database: KyselyDatabase;

  constructor(
    database: KyselyDatabase,
    readonly keptKinds: KeptKinds,
  ) {
    this.#database = database;
  }

  /**
   * Adds counts of items that are in no report, in one transaction. When the answer to the commit
   * is lost, a repeated call counts the items twice.
   */
  async add(counts: readonly OutcomeCount[]): Promise<void> {
    if (counts.length === 0) return;
    await inTransaction(this.#database, (transaction) => addOutcomes(transaction, counts));
  }

  /**
   * Returns sums over all public keys, reasons and kinds, sorted by time, then by outcome. Empty
   * buckets are missing.
   */
  list({ projectId, fromMs, toMs, per }: OutcomeRange): Promise<OutcomeBucket[]> {
    const { outcomes, bucketMs } = periods[per];
    return (
      this.#database.kysely
        .selectFrom(outcomes)
        .select(['starts_at as startsAtMs', 'outcome'])
        // PostgreSQL sums bigints to a numeric, which the driver returns as text.
        .select(sql<number>`cast(sum(quantity) as bigint)`.as('quantity'))
        .where('project_id', '=', projectId)
        .where('starts_at', '>=', toBucketStart(fromMs, bucketMs))
        .where('starts_at', '<=', toMs)
        .groupBy(['starts_at', 'outcome'])
        // A retry of failed items subtracts them again, so a sum may be 0.
        .having(sql<boolean>`sum(quantity) > 0`)
        .orderBy('starts_at')
        .orderBy('outcome')
        .execute()
    );
  }

  /**
   * Returns sums over all projects from `fromMs` on, in buckets of several hours, in no order. Leaves
   * out client reports, in which SDKs list their losses.
   */
  listAll(fromMs: number, bucketMs: number): Promise<OutcomeBucket[]> {
    const bucket = sql<number>`starts_at - starts_at % ${sql.lit(bucketMs)}`;
    return this.#database.kysely
      .selectFrom('outcome_hours')
      .select([bucket.as('startsAtMs'), 'outcome'])
      .select(sql<number>`cast(sum(quantity) as bigint)`.as('quantity'))
      .where('starts_at', '>=', fromMs)
      .where((where) => where.not(where.and({ outcome: 'stored', kind: 'internal' })))
      .groupBy([bucket, 'outcome'])
      .execute();
  }

  /**
   * Returns sums over all public keys and buckets of the range, of one reason where it is named, in
   * no order. Sums of 0 are missing.
   */
  async sum({ projectIds, fromMs, toMs, per, reason }: OutcomeSumRange): Promise<OutcomeSum[]> {
    // PostgreSQL does not accept an empty list.
    if (projectIds.length === 0) return [];
    const { outcomes, bucketMs } = periods[per];
    const rows = await this.#database.kysely
      .selectFrom(outcomes)
      .select(['project_id as projectId', 'outcome', 'reason', 'kind'])
      .select(sql<number>`cast(sum(quantity) as bigint)`.as('quantity'))
      .where('project_id', 'in', [...projectIds])
      .where('starts_at', '>=', toBucketStart(fromMs, bucketMs))
      .where('starts_at', '<=', toMs)
      .$if(reason !== undefined, (query) => query.where('reason', '=', reason!))
      .groupBy(['project_id', 'outcome', 'reason', 'kind'])
      .having(sql<boolean>`sum(quantity) > 0`)
      .execute();
    return rows as OutcomeSum[];
  }

  /** Returns sums over all public keys of a project, in no order. Sums of 0 are missing. */
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

  /** Returns all public keys that received anything within `hoursKeptMs`, in no order. */
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
    // Minutes come second and replace hours, because they are more exact.
    return [...new Map(used.flat().map((each) => [each.publicKey, each])).values()];
  }

  /**
   * Returns sums like `list`, but for items that SDKs dropped. Sorts them by time, then by reason.
   */
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
   * Removes some counts older than the limits, in short transactions. Returns true when it removed
   * any; more may be left.
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
    const columns = sql.raw(columnsOf[table]);
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

export const outcomes = {
  tables,
  migrations: [createOutcomes],
  stores: {
    outcomes: {
      port: OutcomeStore,
      open: (database, { keptKinds }) =>
        new OutcomeStore(database, Object.assign({}, ...keptKinds)),
    },
  },
  recording: [countDiscards, countOutcomes],
  keptKinds: { internal: { title: 'Client reports', stop: 'sendClientReports: false.' } },
} as const satisfies Capability;
