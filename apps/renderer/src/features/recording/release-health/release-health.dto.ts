import type { ReleaseVerdict } from '#product/recording/release-health/rules';
import type { Address, FilterProps } from '#shared';

/** Numbers since the beginning of yesterday in UTC, because users are counted by day. */
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

export interface ReleaseRow {
  readonly version: string;
  /** Absent for versions that an address cannot name (`.` and `..`). */
  readonly href?: Address | undefined;
  readonly projects: readonly string[];
  readonly firstSeenMs: number;
  readonly deploy?: { readonly environment: string; readonly atMs: number };
  readonly figures: ReleaseFigures;
  readonly newIssues: number;
  readonly newIssuesHref: Address;
}

export interface ReleaseListProps {
  readonly nowMs: number;
  readonly tags: readonly string[];
  readonly rows: readonly ReleaseRow[];
  readonly query: string;
  readonly filters: FilterProps;
  /** How many releases there are without the filter, when it finds none. */
  readonly without?: number;
  readonly newest?: Address;
  readonly older?: Address;
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

export interface CommitRow {
  readonly id: string;
  readonly shortId: string;
  readonly subject: string;
  readonly author?: string;
  readonly repository?: string;
  readonly atMs?: number;
}

export interface ReleaseCommitRow extends CommitRow {
  /** Sentences about issues that the commit names, and does not resolve. */
  readonly unresolved: readonly string[];
}

export interface ReleaseHour {
  readonly startsAtMs: number;
  readonly sessions: number;
  readonly crashed: number;
  /** Sessions that crashed or had an unhandled error. Absent where nobody counted them. */
  readonly failed?: number | undefined;
}

export interface ReleaseProps {
  readonly nowMs: number;
  readonly tags: readonly string[];
  readonly version: string;
  readonly projects: readonly string[];
  readonly firstSeenMs: number;
  readonly figures: ReleaseFigures;
  /** The release that was first seen before this one, in the same projects. */
  readonly previous?: {
    readonly version: string;
    readonly href?: Address | undefined;
    readonly firstSeenMs: number;
    /** Shares without crashes are from the day before the shown release until the day after it. */
    readonly figures: Omit<ReleaseFigures, 'sessions' | 'errored'>;
    /** Compares this release with the previous one. Absent when one of them has no sessions. */
    readonly verdict?: ReleaseVerdict;
  };
  /** An entry for each hour, oldest first. */
  readonly hours: readonly ReleaseHour[];
  /** Deploys within `hours`; `hour` is an index. */
  readonly marks: readonly { readonly name: string; readonly hour: number }[];
  readonly newIssues: readonly ReleaseIssueRow[];
  readonly newIssuesHref: Address;
  readonly regressedIssues: readonly ReleaseIssueRow[];
  readonly resolvedIssues: readonly ReleaseIssueRow[];
  readonly environments: readonly {
    readonly name: string;
    readonly deploys: readonly DeployRow[];
  }[];
  readonly commits: readonly ReleaseCommitRow[];
  /** All commits of the release. */
  readonly commitCount: number;
}
