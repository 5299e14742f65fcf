import type { Transaction } from 'kysely';
import type { KyselyDatabase } from '../kysely-database.ts';
import type { packChunk } from '../payload/packed-chunk.ts';
import type { Schema } from '../schema/schema.ts';
import { claimReports, dropKnownEvents } from './recording/claim-reports.ts';
import { countDiscards } from './recording/count-discards.ts';
import { countKeys } from './recording/count-keys.ts';
import { countOutcomes } from './recording/count-outcomes.ts';
import { insertEvents } from './recording/insert-events.ts';
import { insertFeedback } from './recording/insert-feedback.ts';
import { keepAttachments } from './recording/keep-attachments.ts';
import { tallyByKey, toKeyName } from './recording/key-tally.ts';
import { noteReleases } from './recording/note-releases.ts';
import { refreshIssues } from './recording/refresh-issues.ts';
import { reopenIssues } from './recording/reopen-issues.ts';
import { resolveKeys } from './recording/resolve-keys.ts';
import { writeAttachments } from './recording/write-attachments.ts';
import { ReportStore } from './report.store.ts';
import type { GroupedEvent, ProcessedReport, RecordedCounts } from './report.store.ts';
import { inTransaction } from './transaction.ts';

export class KyselyReportStore extends ReportStore {
  readonly #database: KyselyDatabase;
  readonly #pack: typeof packChunk;

  constructor(database: KyselyDatabase, pack: typeof packChunk) {
    super();
    this.#database = database;
    this.#pack = pack;
  }

  override async record(reports: readonly ProcessedReport[]): Promise<RecordedCounts> {
    if (reports.length === 0) return { stored: 0, duplicates: 0, recordedBefore: 0 };
    await writeAttachments(this.#database, reports, this.#pack);
    const events = reports.reduce((sum, report) => sum + report.events.length, 0);
    const { stored, claimed } = await inTransaction(this.#database, (transaction) =>
      this.#write(transaction, reports),
    );
    const recordedBefore = reports.length - claimed;
    return { stored, duplicates: events - stored, recordedBefore };
  }

  override async forget(origin: string, beforeReportId: number): Promise<boolean> {
    return inTransaction(this.#database, async (transaction) => {
      if (await this.#database.dialect.isBackupLockHeld(transaction)) return false;
      await transaction
        .deleteFrom('processed_reports')
        .where('origin', '=', origin)
        .where('report_id', '<', beforeReportId)
        .execute();
      return true;
    });
  }

  /** Resolves with the numbers of events and of reports that were new. */
  async #write(
    transaction: Transaction<Schema>,
    reports: readonly ProcessedReport[],
  ): Promise<{ stored: number; claimed: number }> {
    const claimed = await claimReports(transaction, reports);
    const candidates = claimed.flatMap((report) => report.events);
    const events = await dropKnownEvents(transaction, candidates);
    if (events.length > 0) await this.#writeEvents(transaction, events);
    const stored = new Set(events);
    const others = [
      ...(await keepAttachments(transaction, claimed, stored)),
      ...(await insertFeedback(transaction, claimed)),
    ];
    // Last: rows that every process counts in are held as briefly as can be.
    await countDiscards(transaction, claimed);
    await countOutcomes(transaction, claimed, { stored, others });
    return { stored: events.length, claimed: claimed.length };
  }

  async #writeEvents(
    transaction: Transaction<Schema>,
    events: readonly GroupedEvent[],
  ): Promise<void> {
    const { dialect } = this.#database;
    const tallies = tallyByKey(events);
    const keys = await resolveKeys({ transaction, dialect }, tallies);
    await insertEvents(transaction, events, keys);
    const counted = tallies.flatMap((tally) => {
      const key = keys.get(toKeyName(tally.projectId, tally.grouping.key));
      return key ? [{ tally, key }] : [];
    });
    await countKeys(transaction, counted);
    await noteReleases(transaction, events);
    const issueIds = new Set(counted.map(({ key }) => key.issueId));
    const issues = await refreshIssues({ transaction, dialect }, issueIds);
    await reopenIssues(transaction, issues, {
      events,
      issueIdOf: ({ event, grouping }) =>
        keys.get(toKeyName(event.projectId, grouping.key))?.issueId,
    });
  }
}
