import type { Transaction } from 'kysely';
import type { StoreSettings, KyselyDatabase, Schema, Capability } from '#persistence/stores';
import { KeptQueries, inTransaction, toOldRequestNames } from '#persistence/stores';
import { NameIds } from '#product/recording/counts';
import type { Named } from '#product/recording/counts';
import { UserSeal, refreshIssues } from '#product/recording/issues';
import type { NewUser } from '#product/recording/issues';
import { StorageRoom } from '#product/recording/storage';
import { claimReports, dropKnownEvents } from './claim-reports.ts';
import { countKeys } from './count-keys.ts';
import type { SealUser, Recording, RecordingStep } from '#product/recording/steps';
import { insertEvents } from './insert-events.ts';
import { decideKeeping } from './keep-whole.ts';
import { leaveOutDeleted } from './leave-out-deleted.ts';
import { resolveKeys } from './keys/resolve-keys.ts';
import { createRecording } from './migrations/0007-create-recording.ts';
import { listReceipts } from './receipts.ts';
import { toPutOrigin } from './put-origin.ts';
import { toOccurredAt } from '#product/recording/reports';
import type { GroupedEvent, ProcessedReport, RecordedEvent } from '#product/recording/reports';
import { tables } from './recording.tables.ts';

/**
 * Writes how many bytes the batch adds to the use of the storage budget. The step's lock order puts
 * it after all steps that store something.
 */
const closeStorage: RecordingStep = {
  locks: 'storage',
  run: ({ transaction, storage }) => storage.close(transaction),
};

/** Changes that recording a batch has made, valid once `record` has resolved. */
export interface RecordedFacts {
  readonly events: readonly RecordedEvent[];
  /** Ids of issues that these events created, reopened from resolved, or reopened from muted. */
  readonly issues: {
    readonly created: ReadonlySet<number>;
    readonly regressed: ReadonlySet<number>;
    readonly unmuted: ReadonlySet<number>;
  };
  readonly stored: number;
  /** Events whose id is already stored in their project, and events of reports recorded before. */
  readonly duplicates: number;
  readonly recordedBefore: number;
}

/** Deleting so many names takes less than 10 ms, while other writers wait. */
const NAMES_A_STEP = 2000;

export const nothingRecorded: RecordedFacts = {
  events: [],
  issues: { created: new Set(), regressed: new Set(), unmuted: new Set() },
  stored: 0,
  duplicates: 0,
  recordedBefore: 0,
};

interface WrittenEvents {
  readonly recorded: readonly RecordedEvent[];
  /** Row ids by `toKeyName` of project and event id. */
  readonly rowIds: ReadonlyMap<string, number>;
  readonly created: ReadonlySet<number>;
  readonly newUsers: readonly NewUser[];
  readonly names: NameIds;
}

interface WritingRoom {
  readonly room: StorageRoom;
  readonly named: readonly Named[];
  readonly nowMs: number;
}

/** Turns processed reports into events, issues and counters, each report exactly once. */
export class ReportStore {
  readonly #database: KyselyDatabase;
  readonly #settings: StoreSettings;
  #madeSeal: UserSeal | undefined;
  readonly #kept: KeptQueries;

  constructor(database: KyselyDatabase, settings: StoreSettings) {
    this.#database = database;
    this.#settings = settings;
    this.#kept = new KeptQueries(database.kysely);
  }

  /**
   * Records all reports and their identities in one transaction. A report that was recorded before
   * has no effect. Events are grouped in their order, as if each were recorded alone. New events
   * reopen resolved or muted issues when the issue's state demands it, and add a row of history.
   * Each item is counted in the minute in which its report was received. Events, attachments and
   * feedback count as `stored`, `duplicate` or `filtered`. A deleted project's items are counted
   * but not recorded.
   *
   * Attachments are written beforehand in short transactions, small ones together, and become
   * visible together with the events. Attachments of a duplicate event never become visible. The
   * same holds for attachments beyond the limits (`reportLimits`) for one event, or for all
   * feedback about one event. Rejects without any change: with `database.unavailable` when the
   * database cannot be reached, with another error when a report cannot be written.
   */
  async record(reports: readonly ProcessedReport[]): Promise<RecordedFacts> {
    if (reports.length === 0) return nothingRecorded;
    const { recording } = this.#settings;
    const { kysely, kind } = this.#database;
    const wanted = await leaveOutDeleted({ kysely, kind, kept: this.#kept }, reports);
    for (const { prepare } of recording) await prepare?.(this.#database, wanted, this.#settings);
    return inTransaction(this.#database, (transaction) => this.#write(transaction, wanted));
  }

  /**
   * Deletes the identities of reports of `origin` whose id is below `beforeReportId`. These reports
   * have left their spool and cannot be recorded again. Deleting their identities keeps
   * `processed_reports` bounded. Returns false and changes nothing during a backup, because a
   * copied spool may still contain these reports.
   */
  async forget(origin: string, beforeReportId: number): Promise<boolean> {
    return inTransaction(this.#database, async (transaction) => {
      if (await this.#database.dialect.isBackupLockHeld(transaction)) return false;
      await transaction
        .deleteFrom('processed_reports')
        .where('origin', 'in', [origin, toPutOrigin(origin)])
        .where('report_id', '<', beforeReportId)
        .execute();
      return true;
    });
  }

  /**
   * Deletes the names of requests that were passed on more than ten minutes before `beforeMs`.
   * Returns false and changes nothing during a backup, as `forget` does.
   */
  async forgetRequests(beforeMs: number): Promise<boolean> {
    const { from, to } = toOldRequestNames(beforeMs);
    for (;;) {
      const deleted = await inTransaction(this.#database, async (transaction) => {
        if (await this.#database.dialect.isBackupLockHeld(transaction)) return undefined;
        const { numDeletedRows } = await transaction
          .deleteFrom('processed_reports')
          .where('origin', 'in', (names) =>
            names
              .selectFrom('processed_reports as old')
              .select('old.origin')
              .where('old.origin', '>=', from)
              .where('old.origin', '<', to)
              .limit(NAMES_A_STEP),
          )
          .executeTakeFirst();
        return Number(numDeletedRows);
      });
      if (deleted === undefined) return false;
      if (deleted < NAMES_A_STEP) return true;
    }
  }

  get #userSeal(): UserSeal {
    return (this.#madeSeal ??= new UserSeal(this.#settings.secret ?? this.#database.secret()));
  }

  async #claim(
    transaction: Transaction<Schema>,
    reports: readonly ProcessedReport[],
  ): Promise<ProcessedReport[]> {
    const claimed: ProcessedReport[] = [];
    let others = reports;
    for (const { claim } of this.#settings.recording) {
      if (!claim) continue;
      const found = await claim(transaction, this.#database.dialect, others);
      claimed.push(...found.claimed);
      ({ others } = found);
    }
    return [...claimed, ...(await claimReports(transaction, others))];
  }

  /** Lists what counts by release and environment: `events`, and what steps list. */
  #listNamed(
    reports: readonly ProcessedReport[],
    events: readonly GroupedEvent[],
  ): readonly Named[] {
    const isNew = new Set(events);
    const ofSteps = this.#settings.recording.flatMap(({ listNamed }) => listNamed?.(reports) ?? []);
    const ofEvents = reports.flatMap(({ publicKey, events: sent }) =>
      sent
        .filter((each) => isNew.has(each))
        .map((each) => ({ ...each.event, occurredAtMs: toOccurredAt(each), publicKey })),
    );
    return [...ofSteps, ...ofEvents];
  }

  async #write(
    transaction: Transaction<Schema>,
    reports: readonly ProcessedReport[],
  ): Promise<RecordedFacts> {
    const claimed = await this.#claim(transaction, reports);
    const found = claimed.flatMap((report) => report.events);
    const events = await dropKnownEvents(transaction, found);
    const receipts = listReceipts(claimed);
    const nowMs = Math.max(this.#settings.clock.nowMs(), ...receipts);
    const storage = await StorageRoom.open(transaction, receipts);
    const named = this.#listNamed(claimed, events);
    const written = await this.#writeEvents(transaction, events, { room: storage, named, nowMs });
    const { recorded, rowIds, created, newUsers, names } = written;
    const { dialect } = this.#database;
    const recording: Recording = {
      transaction,
      dialect,
      settings: this.#settings,
      nowMs,
      reports: claimed,
      events: new Map(events.map((event, index) => [event, recorded[index]!])),
      rowIds,
      issues: await refreshIssues(
        { transaction, dialect },
        new Set(recorded.map(({ issueId }) => issueId)),
        newUsers,
      ),
      created,
      named,
      names,
      sealUser: (projectId, userHash) => this.#userSeal.seal(projectId, userHash),
      storage,
      regressed: new Set(),
      unmuted: new Set(),
      changed: new Set(),
      outcomes: [],
    };
    for (const { run } of this.#settings.recording) await run?.(recording);
    const { regressed, unmuted } = recording;
    return {
      events: recorded,
      issues: { created, regressed, unmuted },
      stored: recorded.length,
      duplicates: countEvents(reports) - recorded.length,
      recordedBefore: reports.length - claimed.length,
    };
  }

  async #writeEvents(
    transaction: Transaction<Schema>,
    found: readonly GroupedEvent[],
    { room, named, nowMs }: WritingRoom,
  ): Promise<WrittenEvents> {
    if (found.length === 0) {
      const names = await NameIds.of(transaction, named, nowMs);
      return { recorded: [], rowIds: new Map(), created: new Set(), newUsers: [], names };
    }
    const { bounds } = this.#settings;
    const { dialect } = this.#database;
    const resolution = await resolveKeys({ transaction, dialect, bounds, nowMs }, found);
    const { events, keys, created } = resolution;
    const keepings = await decideKeeping(transaction, events, { bounds, room, created });
    const recorded = events.map(({ key, ...event }, index) => ({
      ...event,
      keyId: key.id,
      issueId: key.issueId,
      keeping: keepings[index]!,
    }));
    const seal: SealUser = (projectId, userHash) => this.#userSeal.seal(projectId, userHash);
    const rowIds = await insertEvents(transaction, recorded, seal);
    const names = await NameIds.of(transaction, named, nowMs);
    const counting = { rowIds, names, nowMs, seal };
    const newUsers = await countKeys(transaction, keys, counting);
    return { recorded, rowIds, created, newUsers, names };
  }
}

function countEvents(reports: readonly ProcessedReport[]): number {
  return reports.reduce((sum, { events }) => sum + events.length, 0);
}

export const recording = {
  tables,
  migrations: [createRecording],
  stores: {
    reports: {
      port: ReportStore,
      open: (database, settings) => new ReportStore(database, settings),
    },
  },
  recording: [closeStorage],
  keptKinds: { error: { title: 'Errors' } },
} as const satisfies Capability;
