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
import { chooseWhole } from './recording/keep-whole.ts';
import type { Keeping } from './recording/keep-whole.ts';
import { tallyByKey, toKeyName } from './recording/key-tally.ts';
import type { KeyTally } from './recording/key-tally.ts';
import { regroup } from './recording/new-issue-bucket.ts';
import { noteReleases } from './recording/note-releases.ts';
import { unbounded } from './recording/recording-bounds.ts';
import type { RecordingBounds } from './recording/recording-bounds.ts';
import { refreshIssues } from './recording/refresh-issues.ts';
import { reopenIssues } from './recording/reopen-issues.ts';
import { resolveKeys } from './recording/resolve-keys.ts';
import type { ResolvedKeys } from './recording/resolve-keys.ts';
import { writeAttachments } from './recording/write-attachments.ts';
import { ReportStore } from './report.store.ts';
import type { GroupedEvent, ProcessedReport, RecordedCounts } from './report.store.ts';
import { StorageRoom } from './storage/storage-room.ts';
import { inTransaction } from './transaction.ts';

interface RecordingOptions {
  readonly bounds: RecordingBounds;
  readonly pack: typeof packChunk;
}

export class KyselyReportStore extends ReportStore {
  readonly #database: KyselyDatabase;
  readonly #bounds: RecordingBounds;
  readonly #pack: typeof packChunk;

  constructor(database: KyselyDatabase, options: RecordingOptions) {
    super();
    this.#database = database;
    this.#bounds = options.bounds;
    this.#pack = options.pack;
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
    const storage = await StorageRoom.open(transaction, claimed);
    const keepings = events.length > 0 ? await this.#writeEvents(transaction, events, storage) : [];
    const stored = new Map(events.map((event, index) => [event, keepings[index]!]));
    const others = [
      ...(await keepAttachments(transaction, claimed, { stored, storage })),
      ...(await insertFeedback(transaction, claimed)),
    ];
    // Last: rows that every process counts in are held as briefly as can be.
    await countDiscards(transaction, claimed);
    await countOutcomes(transaction, claimed, { stored, others });
    await storage.close(transaction);
    return { stored: events.length, claimed: claimed.length };
  }

  /** Resolves with what of each event is stored, in their order. */
  async #writeEvents(
    transaction: Transaction<Schema>,
    found: readonly GroupedEvent[],
    room: StorageRoom,
  ): Promise<Keeping[]> {
    const { dialect } = this.#database;
    const bounds = this.#bounds;
    const { events, tallies, keys } = await this.#group(transaction, found);
    const keepings = await chooseWhole(transaction, events, { keys, bounds, room });
    const kept = events.map((grouped, index) => ({ grouped, keeping: keepings[index]! }));
    await insertEvents(transaction, kept, keys);
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
    return keepings;
  }

  /** The events under the keys that they count for: those that would make too many issues share one. */
  async #group(
    transaction: Transaction<Schema>,
    events: readonly GroupedEvent[],
  ): Promise<{
    events: readonly GroupedEvent[];
    tallies: readonly KeyTally[];
    keys: ResolvedKeys;
  }> {
    const { dialect } = this.#database;
    const tallies = tallyByKey(events);
    const bounds = this.#bounds;
    const { keys, crowded } = await resolveKeys({ transaction, dialect, bounds }, tallies);
    if (crowded.size === 0) return { events, tallies, keys };
    const regrouped = regroup(events, crowded);
    const others = tallyByKey(regrouped);
    // The one issue for them all is none too many.
    const again = await resolveKeys({ transaction, dialect, bounds: unbounded }, others);
    return { events: regrouped, tallies: others, keys: again.keys };
  }
}
