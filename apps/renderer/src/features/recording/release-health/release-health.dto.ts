import type { ReleaseVerdict } from '#product/recording/release-health/rules';
import type { Address } from '#shared';

/**
 * Numbers since the beginning of yesterday in UTC, because users are counted by day. A release with
 * fewer than 100 sessions since then has the numbers of all its days, except for its adoption.
 */
export interface ReleaseFigures {
  readonly sessions: number;
  /** Sessions with at least one error, crashed ones included. */
  readonly errored: number;
  /** Shares are from 0 to 1, and absent when there is nothing to divide by. */
  readonly adoption?: number | undefined;
  readonly crashFree?: number | undefined;
  /** Absent, too, when all sessions are from before an update to 0.3.0. */
  readonly unhandledFree?: number | undefined;
  readonly crashFreeUsers?: number | undefined;
}

/** A release in one project. */
export interface ReleaseRow {
  readonly version: string;
  /** Absent for versions that an address cannot name (`.` and `..`). */
  readonly href?: Address | undefined;
  readonly firstSeenMs: number;
  /** Compares with the release before. Absent when this is the first one. */
  readonly verdict: ReleaseVerdict | undefined;
  /** The crash-free share by day, as a path of `toLinePath`. Empty without sessions. */
  readonly line: string;
  /** The numbers of the line. */
  readonly told: string;
  /** Shares are from 0 to 1, and absent when there is nothing to divide by. */
  readonly crashFree?: number | undefined;
  /** Absent, too, when all sessions are from before an update to 0.3.0. */
  readonly unhandledFree?: number | undefined;
  readonly newIssues: number;
  readonly newIssuesHref: Address;
  readonly regressedIssues: number;
  readonly deploy?: { readonly environment: string; readonly atMs: number };
}

export interface ReleaseGroup {
  readonly project: string;
  /** Leads to all releases of the project, when there are more than `rows`. */
  readonly all?: Address;
  readonly found: number;
  readonly rows: readonly ReleaseRow[];
}

export interface ReleaseIssueRow {
  readonly href: Address;
  readonly shortId: string;
  readonly type: string;
  readonly value: string;
  readonly events: number;
  readonly users: number;
}

export interface DeployRow {
  readonly id: number;
  readonly name?: string;
  readonly atMs: number;
}

export interface ReleaseHour {
  readonly startsAtMs: number;
  readonly sessions: number;
  readonly crashed: number;
  /** Sessions that crashed or had an unhandled error. Absent where nobody counted them. */
  readonly failed?: number | undefined;
}

/** A release with which the shown one is compared. */
export interface OtherRelease {
  readonly version: string;
  readonly href?: Address | undefined;
  readonly firstSeenMs: number;
  /** Shares without crashes are from the days when the shown release came, or of all its days. */
  readonly figures: Omit<ReleaseFigures, 'sessions' | 'errored'>;
  readonly verdict: ReleaseVerdict;
  /** Present when the visitor chose the release. */
  readonly hours?: readonly ReleaseHour[];
}

export interface ReleaseChoice {
  readonly version: string;
  readonly href: Address;
  readonly firstSeenMs: number;
  /** Says how the shown release compares with this one. */
  readonly verdict: ReleaseVerdict;
}

export interface DeployMark {
  readonly environment: string;
  readonly atMs: number;
  /** Index of the hour. */
  readonly hour: number;
}
