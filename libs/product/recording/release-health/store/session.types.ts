import type { SessionSums } from '../rules/health.ts';

export interface SessionQuery {
  readonly projectIds: readonly number[];
  readonly sinceMs: number;
  /** Undefined for all environments. */
  readonly environment?: string;
}

/** Sums of one release in one project; `release` is undefined for sessions that name none. */
export interface ReleaseSums extends SessionSums {
  readonly projectId: number;
  readonly release: string | undefined;
}

export interface SessionHour {
  readonly startsAtMs: number;
  readonly sessions: number;
  readonly crashed: number;
}
