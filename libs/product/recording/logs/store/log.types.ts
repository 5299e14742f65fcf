import type { EventLevel, Log, Search } from '#shared';
import type { LogTally } from '../rules/log-tally.ts';

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
  /** Also counts the logs that match, and for this reads more blocks than the page needs. */
  readonly isCounted?: boolean;
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

/** Bounds are whole minutes. */
export interface CountQuery {
  /** Slugs by id of the projects to count in. */
  readonly projects: ReadonlyMap<number, string>;
  /** Absent for all levels. */
  readonly levels?: readonly EventLevel[] | undefined;
  readonly fromMs: number;
  readonly beforeMs: number;
  /** Logs are counted under one minute of each such time. */
  readonly stepMs: number;
}

export interface LogCounts {
  /** Has levels and projects alone. */
  readonly tally: LogTally;
  /** Earlier logs may be missing, because a version that did not count recorded them. */
  readonly countedFromMs: number;
}

/** Where a log is stored, whatever else comes or goes. */
export type LogName = Pick<LogPlace, 'day' | 'blockId' | 'index'>;

export interface NamedLog extends FoundLog {
  readonly name: LogName;
}

export interface LogPage {
  /** Newest first. */
  readonly logs: readonly NamedLog[];
  /** Where older ones begin. Absent when nothing older is left. */
  readonly next?: LogPlace;
  /** Set when the search stopped before it found a page of logs. */
  readonly searchedBackToMs?: number;
  /** Counts of the logs that match. Empty unless they were asked for. */
  readonly tally: LogTally;
  /** Set when older logs were not counted. All later ones were. */
  readonly countedBackToMs?: number;
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
