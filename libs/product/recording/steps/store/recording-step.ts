import type { Transaction } from 'kysely';
import type { OutcomeCount } from '#shared';
import type { DatabaseDialect, KyselyDatabase, Schema } from '#persistence/stores';
import type { RefreshedIssue } from './refreshed-issue.ts';
import type { StorageRoom } from '#product/recording/storage';
import type { GroupedEvent, ProcessedReport, RecordedEvent } from '#product/recording/reports';

/** What a user of a project is called where users are counted. */
export type SealUser = (projectId: number, userHash: string) => string;

/**
 * A batch of reports in the transaction that records it. Projects, keys and issues of its events are locked and
 * counted. What a step learns about the batch it adds here; it keeps nothing else, since a transaction may run twice.
 */
export interface Recording {
  readonly transaction: Transaction<Schema>;
  readonly dialect: DatabaseDialect;
  /** Those that were not recorded before. */
  readonly reports: readonly ProcessedReport[];
  /** Those that are new, by the event as it was processed. */
  readonly events: ReadonlyMap<GroupedEvent, RecordedEvent>;
  /** `events.id` of each, by `toKeyName` of project and event id. */
  readonly rowIds: ReadonlyMap<string, number>;
  /** Issues of the events, as they are with these. */
  readonly issues: readonly RefreshedIssue[];
  /** Ids of those that these events made. */
  readonly created: ReadonlySet<number>;
  /** What a user of a project is called where users are counted. */
  readonly sealUser: SealUser;
  readonly storage: StorageRoom;
  /** Ids of issues that a step brought back. */
  readonly regressed: Set<number>;
  readonly unmuted: Set<number>;
  /** How items ended that are no events. */
  readonly outcomes: OutcomeCount[];
}

const LOCK_ORDER = ['issues', 'belongings', 'counters', 'storage', 'changes'] as const;

/** What became of reports that were to be claimed. */
export interface ClaimedReports {
  /** They were not recorded before. */
  readonly claimed: readonly ProcessedReport[];
  /** Claimed by somebody else. */
  readonly others: readonly ProcessedReport[];
}

/** What a capability adds to the recording of reports. */
export interface RecordingStep {
  /**
   * The rows that it locks. Every transaction locks projects, then keys, then issues, then what belongs to events, then
   * the counters that all relays share, then the days of storage, and last the versions of projects. A step that writes several
   * rows writes them sorted.
   */
  readonly locks: (typeof LOCK_ORDER)[number];
  /** Writes what is too large for that transaction, before it and out of sight. It may be repeated. */
  readonly prepare?: (
    database: KyselyDatabase,
    reports: readonly ProcessedReport[],
  ) => Promise<void>;
  /**
   * Claims the reports that it knows otherwise than by their origin and id, before all others, and says which those are. It
   * locks rows of its own alone.
   */
  readonly claim?: (
    transaction: Transaction<Schema>,
    dialect: DatabaseDialect,
    reports: readonly ProcessedReport[],
  ) => Promise<ClaimedReports>;
  readonly run?: (recording: Recording) => Promise<void>;
}

/** Steps that lock alike stay in their order. */
export function inLockOrder(steps: readonly RecordingStep[]): RecordingStep[] {
  const rank = ({ locks }: RecordingStep): number => LOCK_ORDER.indexOf(locks);
  return steps.toSorted((a, b) => rank(a) - rank(b));
}

declare module '#persistence/stores' {
  interface StoreSettings {
    /** Of all capabilities. */
    readonly recording: readonly RecordingStep[];
  }

  interface Capability {
    /** What it adds to the transaction that records reports. */
    readonly recording?: readonly RecordingStep[];
  }
}
