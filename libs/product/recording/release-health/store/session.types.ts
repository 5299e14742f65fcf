import type { SessionSums } from '../rules/health.ts';
import type { ReleaseDay } from '../rules/release-days.ts';

export interface SessionQuery {
  readonly projectIds: readonly number[];
  readonly sinceMs: number;
  /** Undefined for all sessions until now. */
  readonly beforeMs?: number;
  /** Undefined for all environments. */
  readonly environment?: string;
}

export interface SessionSumsQuery extends SessionQuery {
  /** Undefined for all releases, and for sessions that name none. */
  readonly versions?: readonly string[];
}

export interface SummedSessions {
  readonly releases: readonly ReleaseSums[];
  /** All sessions of each project, those of other releases included. */
  readonly ofProjects: ReadonlyMap<number, number>;
}

/** Sums of one release in one project; `release` is undefined for sessions that name none. */
export interface ReleaseSums extends SessionSums {
  readonly projectId: number;
  readonly release: string | undefined;
}

/** Sums of one release in one project on one day. */
export interface ReleaseDaySums extends ReleaseDay {
  readonly projectId: number;
  readonly release: string;
}

export interface SessionHour {
  readonly startsAtMs: number;
  readonly sessions: number;
  readonly crashed: number;
  /** Sessions that crashed or had an unhandled error. Undefined for hours from before 0.3.0. */
  readonly failed: number | undefined;
}
