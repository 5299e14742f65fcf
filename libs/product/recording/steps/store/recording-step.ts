import type { Transaction } from 'kysely';
import type { OutcomeCount } from '#shared';
import type { DatabaseDialect, KyselyDatabase, Schema, StoreSettings } from '#persistence/stores';
import type { Named, NameIds } from '#product/recording/counts';
import type { RefreshedIssue } from './refreshed-issue.ts';
import type { StorageRoom } from '#product/recording/storage';
import type { GroupedEvent, ProcessedReport, RecordedEvent } from '#product/recording/reports';

/** Returns the pseudonym under which a user of a project is counted. */
export type SealUser = (projectId: number, userHash: string) => string;

/**
 * A batch of reports in the transaction that records it. Projects, keys and issues of its events
 * are locked and counted. Steps add what they learn to this object and keep nothing elsewhere,
 * because a transaction may run twice.
 */
export interface Recording {
  readonly transaction: Transaction<Schema>;
  readonly dialect: DatabaseDialect;
  readonly settings: StoreSettings;
  /** Now, or the latest receipt of the batch if the clock was set back since. */
  readonly nowMs: number;
  /** Only reports that were not recorded before. */
  readonly reports: readonly ProcessedReport[];
  /** Only new events. The map's keys are the events as they were processed. */
  readonly events: ReadonlyMap<GroupedEvent, RecordedEvent>;
  /** `events.id` of each event, by `toKeyName` of project and event id. */
  readonly rowIds: ReadonlyMap<string, number>;
  /** Issues of the events, with these events counted. */
  readonly issues: readonly RefreshedIssue[];
  readonly created: ReadonlySet<number>;
  /** Everything that counts by release and environment: events, and what steps listed (`listNamed`). */
  readonly named: readonly Named[];
  /** Ids of the releases and environments of `named`. */
  readonly names: NameIds;
  readonly sealUser: SealUser;
  readonly storage: StorageRoom;
  /** Ids of resolved issues that a step reopened. */
  readonly regressed: Set<number>;
  readonly unmuted: Set<number>;
  /** Ids of projects whose pages show something new besides events. */
  readonly changed: Set<number>;
  /** Outcomes of items other than events. */
  readonly outcomes: OutcomeCount[];
}

const LOCK_ORDER = ['issues', 'belongings', 'counters', 'storage', 'changes'] as const;

export interface ClaimedReports {
  readonly claimed: readonly ProcessedReport[];
  readonly others: readonly ProcessedReport[];
}

export interface RecordingStep {
  /**
   * The rows that the step locks. Every transaction locks in one order: projects, keys, names,
   * issues, what belongs to events, counters shared by all relays, days of storage, versions of
   * projects. A step that writes several rows writes them sorted.
   */
  readonly locks: (typeof LOCK_ORDER)[number];
  /**
   * Writes what is too large for the transaction, before the transaction begins. Readers must not
   * see these rows yet. May run more than once.
   */
  readonly prepare?: (
    database: KyselyDatabase,
    reports: readonly ProcessedReport[],
    settings: StoreSettings,
  ) => Promise<void>;
  /**
   * Claims reports that are identified by something else than origin and id, before all other
   * reports are claimed. Locks only rows of the step's own tables.
   */
  readonly claim?: (
    transaction: Transaction<Schema>,
    dialect: DatabaseDialect,
    reports: readonly ProcessedReport[],
  ) => Promise<ClaimedReports>;
  /** Lists what the step counts by release and environment besides events. */
  readonly listNamed?: (reports: readonly ProcessedReport[]) => readonly Named[];
  readonly run?: (recording: Recording) => Promise<void>;
}

/** Sorts steps by lock order. Steps with the same locks keep their order. */
export function inLockOrder(steps: readonly RecordingStep[]): RecordingStep[] {
  const rank = ({ locks }: RecordingStep): number => LOCK_ORDER.indexOf(locks);
  return steps.toSorted((a, b) => rank(a) - rank(b));
}

declare module '#persistence/stores' {
  interface StoreSettings {
    readonly recording: readonly RecordingStep[];
  }

  interface Capability {
    readonly recording?: readonly RecordingStep[];
  }
}
