import type { Log, Search } from '#shared';

export interface FoundLog extends Log {
  readonly projectId: number;
}

export interface LogQuery {
  /** Slugs by id of the projects to search in. */
  readonly projects: ReadonlyMap<number, string>;
  readonly search: Search;
  readonly nowMs: number;
  /** Continues with logs before this place. */
  readonly before?: LogPlace | undefined;
}

/**
 * The place of a log in the order of time. Logs of one millisecond follow each other by the day of
 * their receipt, the block, and their position in the block. An empty day is before all days.
 */
export interface LogPlace {
  readonly atMs: number;
  readonly day: string;
  readonly blockId: number;
  readonly index: number;
}

export interface LogPage {
  /** Newest first. */
  readonly logs: readonly FoundLog[];
  /** Where older ones begin. Absent when nothing older is left. */
  readonly next?: LogPlace;
  /** Set when the search stopped before it found a page of logs. */
  readonly searchedBackToMs?: number;
}

/** The error beside which logs are wanted. */
export interface BesideQuery {
  /** Projects that the reader may see. */
  readonly projectIds: readonly number[];
  readonly projectId: number;
  readonly atMs: number;
  readonly receivedAtMs: number;
  readonly traceId?: string | undefined;
  readonly serverName?: string | undefined;
  /** Milliseconds by which the clocks of senders are corrected, for logs that do not tell. */
  readonly corrections?: ReadonlyMap<string, number>;
}

/** Returns the key of `corrections`. */
export function toSender(projectId: number, serverName: string | undefined): string {
  return `${projectId}/${serverName ?? ''}`;
}

export interface LogBeside extends FoundLog {
  /** True for a log of the same trace; false for one of the same server at the same time. */
  readonly isOfTrace: boolean;
}

export interface LogRoom {
  /** Bytes that the logs of all projects may use; 0 for no bound. */
  readonly budgetBytes: number;
  /** Estimated bytes of the project's logs, and of those that came on the present UTC day. */
  readonly bytes: number;
  readonly dayBytes: number;
}
