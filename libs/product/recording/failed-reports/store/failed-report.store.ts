import { sql } from 'kysely';
import type { ExpressionBuilder, Transaction } from 'kysely';
import { ErrataError, reportLimits } from '#shared';
import type { KyselyDatabase, Schema, Seal } from '#persistence/stores';
import { inChunks, inTransaction, whereOver } from '#persistence/stores';
import { writeAudit } from '#product/people/audit';
import { addOutcomes } from '#product/recording/outcomes';
import type { ChangedBy } from '#product/projects/projects';
import { type FailedLimits, listDropped } from '../rules/list-dropped.ts';
import { claimPut } from './claim-put.ts';
import { createReportSeal } from './report-seal.ts';
import { listFailed } from './end-retries.ts';
import { addHead, takeHead, toFacts, toKinds, toName } from './failed-report-row.ts';
import { toReasonText } from './reason-text.ts';
import type {
  NewFailedReport,
  FailedReport,
  FailedSelection,
  DueReport,
} from './failed-report.types.ts';

const LIMITS: FailedLimits = { maxReports: 1000, maxBytes: 64 * 1024 * 1024 };

/** A retry reserves its report for this long. No report takes this long to process. */
const LEASE_MS = 60_000;

const MOST_ATTEMPTS = 5;

/** Value of `attempts` of a report that waits for its one automatic retry. */
const AUTOMATIC_RETRY = MOST_ATTEMPTS + 1;

const GIVEN_UP =
  'Each time this report was tried again, the relay ended, or its database did not answer.';

const SEALED = 'The report was encrypted with another ERRATA_SECRET.';

const FACTS = [
  'id',
  'origin',
  'report_id',
  'project_id',
  'public_key',
  'event_id',
  'received_at',
] as const;

/**
 * Stores reports that could not be processed, with their reasons: at most 1,000, and 64 MiB
 * together. Bodies are encrypted by a key that is derived from ERRATA_SECRET for this purpose
 * alone.
 */
export class FailedReportStore {
  readonly #database: KyselyDatabase;
  readonly #limits: FailedLimits;
  readonly #seal: Seal;

  constructor(database: KyselyDatabase, secret: string | undefined, limits: FailedLimits = LIMITS) {
    this.#database = database;
    this.#seal = createReportSeal(secret);
    this.#limits = limits;
  }

  /**
   * Stores reports and counts the outcomes of their items. Skips reports that were stored before.
   * Beyond the limits, drops the oldest reports of the projects that hold most. Returns how many
   * were dropped.
   */
  async put(reports: readonly NewFailedReport[]): Promise<{ readonly dropped: number }> {
    if (reports.length === 0) return { dropped: 0 };
    return inTransaction(this.#database, async (transaction) => {
      const fresh = await claimPut(transaction, reports);
      const rows = fresh.map((report) => this.#toRow(report));
      // Inserts one report a statement, because a body may be as large as a statement can be.
      for (const row of rows) await transaction.insertInto('failed_reports').values(row).execute();
      const dropped = await this.#dropOldest(transaction);
      await addOutcomes(
        transaction,
        fresh.flatMap(({ outcomes }) => outcomes),
      );
      return { dropped };
    });
  }

  async count(): Promise<number> {
    const { total } = await this.#database.kysely
      .selectFrom('failed_reports')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    return total;
  }

  /** Returns the reports, most recently stored first. */
  async list({ limit }: { readonly limit: number }): Promise<FailedReport[]> {
    const rows = await this.#database.kysely
      .selectFrom('failed_reports')
      .select([...FACTS, 'bytes', 'reason', 'outcomes', 'retry_at', 'attempts'])
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
    return rows.map((row) => ({
      ...toFacts(row),
      bytes: row.bytes,
      reason: row.reason,
      kinds: toKinds(row.outcomes),
      isRetried: row.retry_at !== null && row.attempts !== AUTOMATIC_RETRY,
      isRetriedLater: row.retry_at !== null && row.attempts === AUTOMATIC_RETRY,
    }));
  }

  /**
   * Returns the report as it came; undefined when the report or its body does not exist. Rejects
   * with `database.sealed` when the body was encrypted with another ERRATA_SECRET.
   */
  async readBody(id: number): Promise<Buffer | undefined> {
    const row = await this.#database.kysely
      .selectFrom('failed_reports')
      .select(['origin', 'report_id', 'body'])
      .where('id', '=', id)
      .executeTakeFirst();
    return row?.body ? this.#open({ ...row, body: row.body }).body : undefined;
  }

  /**
   * Requests a retry of the selected reports, except those without a body and those already being
   * retried. Writes to the audit log. Returns how many are retried.
   */
  requestRetry(selection: FailedSelection, by: ChangedBy): Promise<number> {
    return this.#change('failed-reports.tried_again', by, selection, async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('failed_reports')
        .set({ retry_at: by.nowMs, attempts: 0 })
        .where((rows) => isSelected(rows, selection))
        .where((rows) =>
          rows.or([rows('retry_at', 'is', null), rows('attempts', '=', AUTOMATIC_RETRY)]),
        )
        .where('body', 'is not', null)
        .executeTakeFirst();
      return Number(numUpdatedRows);
    });
  }

  /**
   * Deletes reports for good. Their items stay counted as failed. Writes to the audit log. Returns
   * how many were deleted.
   */
  discard(selection: FailedSelection, by: ChangedBy): Promise<number> {
    return this.#change('failed-reports.discarded', by, selection, async (transaction) => {
      const { numDeletedRows } = await transaction
        .deleteFrom('failed_reports')
        .where((rows) => isSelected(rows, selection))
        .executeTakeFirst();
      return Number(numDeletedRows);
    });
  }

  /**
   * Takes the report that has waited longest for its retry, and reserves it for a minute.
   * `ReportStore.record` ends the retry (`ProcessedReport.retried`). A report is given up when it
   * was taken five times and no retry ended. A report that was put with `retryAtMs` is taken once,
   * and only while `isQuiet`.
   */
  async takeDue(
    nowMs: number,
    { isQuiet = true }: { readonly isQuiet?: boolean } = {},
  ): Promise<DueReport | undefined> {
    const skipped = isQuiet ? -1 : AUTOMATIC_RETRY;
    // Checks without a lock, because callers ask every second.
    while (await this.#isAnyDue(nowMs, skipped)) {
      await this.#giveUp(nowMs);
      const row = await this.#takeNext(nowMs, skipped);
      if (!row) return undefined;
      try {
        const { body, senderAddress } = this.#open({ ...row, body: row.body! });
        return {
          ...toFacts(row),
          ...(senderAddress === undefined ? {} : { senderAddress }),
          ...(row.items === null ? {} : { items: JSON.parse(row.items) as number[] }),
          body,
        };
      } catch (error) {
        if (!(error instanceof ErrataError && error.code === 'database.sealed')) throw error;
        await this.#endAs(SEALED, (rows) => rows('id', '=', row.id));
      }
    }
    return undefined;
  }

  async #isAnyDue(nowMs: number, skipped: number): Promise<boolean> {
    const due = await this.#database.kysely
      .selectFrom('failed_reports')
      .select('id')
      .where(isDue(nowMs))
      .where('attempts', '!=', skipped)
      .limit(1)
      .executeTakeFirst();
    return due !== undefined;
  }

  async #takeNext(nowMs: number, skipped: number) {
    const { hasConcurrentWriters } = this.#database.dialect;
    return inTransaction(this.#database, (transaction) =>
      transaction
        .updateTable('failed_reports')
        .set({ retry_at: nowMs + LEASE_MS, attempts: sql<number>`attempts + 1` })
        .where('id', '=', (rows) => {
          const due = rows
            .selectFrom('failed_reports')
            .select('id')
            .where(isDue(nowMs))
            .where('attempts', '!=', skipped)
            .orderBy('retry_at')
            .orderBy('id')
            .limit(1);
          return hasConcurrentWriters ? due.forUpdate().skipLocked() : due;
        })
        .returning([...FACTS, 'items', 'body'])
        .executeTakeFirst(),
    );
  }

  async #giveUp(nowMs: number): Promise<void> {
    await this.#endAs(GIVEN_UP, (rows) =>
      rows.and([
        isDue(nowMs),
        rows('attempts', '>=', MOST_ATTEMPTS),
        rows('attempts', '!=', AUTOMATIC_RETRY),
      ]),
    );
  }

  async #endAs(
    reason: string,
    which: (rows: ExpressionBuilder<Schema, 'failed_reports'>) => ReturnType<typeof isSelected>,
  ): Promise<void> {
    await inTransaction(this.#database, (transaction) =>
      transaction
        .updateTable('failed_reports')
        .set({ retry_at: null, reason })
        .where(which)
        .execute(),
    );
  }

  #change(
    what: string,
    { byUserId, nowMs: atMs }: ChangedBy,
    selection: FailedSelection,
    change: (transaction: Transaction<Schema>) => Promise<number>,
  ): Promise<number> {
    return inTransaction(this.#database, async (transaction) => {
      const changed = await change(transaction);
      if (changed === 0) return 0;
      const by = byUserId === undefined ? {} : { byUserId };
      const target = 'id' in selection ? { target: String(selection.id) } : {};
      await writeAudit(transaction, [{ atMs, ...by, what, ...target, to: changed }]);
      return changed;
    });
  }

  async #dropOldest(transaction: Transaction<Schema>): Promise<number> {
    const rows = await transaction
      .selectFrom('failed_reports')
      .select(['id', 'project_id as projectId', 'bytes'])
      .orderBy('id')
      .execute();
    const ids = listDropped(rows, this.#limits);
    await inChunks(ids, (chunk) =>
      transaction.deleteFrom('failed_reports').where('id', 'in', chunk).execute(),
    );
    return ids.length;
  }

  #toRow(report: NewFailedReport) {
    const { origin, reportId, projectId, publicKey, eventId, receivedAtMs } = report;
    const { reason, outcomes, items, body, senderAddress, retryAtMs } = report;
    return {
      origin,
      report_id: reportId,
      project_id: projectId,
      public_key: publicKey,
      event_id: eventId ?? null,
      received_at: receivedAtMs,
      bytes: body?.length ?? 0,
      reason: toReasonText(reason),
      outcomes: JSON.stringify(listFailed(outcomes)),
      items: items ? JSON.stringify(items) : null,
      ...(body && retryAtMs !== undefined
        ? { retry_at: retryAtMs, attempts: AUTOMATIC_RETRY }
        : { retry_at: null }),
      body: body
        ? this.#seal.seal(addHead(body, { senderAddress }), toName(origin, reportId))
        : null,
    };
  }

  #open(row: { readonly origin: string; readonly report_id: number; readonly body: Uint8Array }) {
    return takeHead(this.#seal.open(row.body, toName(row.origin, row.report_id)));
  }
}

function isSelected(rows: ExpressionBuilder<Schema, 'failed_reports'>, selection: FailedSelection) {
  if ('id' in selection) return rows('id', '=', selection.id);
  return rows('id', '<=', selection.upToId);
}

function isDue(nowMs: number) {
  return whereOver('retry_at', nowMs, reportLimits.failedRestMs);
}
