import type { ReleaseStatus, ToldCommit, ToldRef } from '../rules/told-release.ts';

/** What may be told of a release; what is absent stays as it was. */
export interface ReleaseChanges {
  /** Added to those that it has. */
  readonly projectIds?: readonly number[];
  readonly status?: ReleaseStatus;
  readonly ref?: string;
  readonly url?: string;
  readonly startedAtMs?: number;
  readonly releasedAtMs?: number;
  /** In place of those that it had; the newest first. */
  readonly commits?: readonly ToldCommit[];
  /** In place of those that it had. */
  readonly refs?: readonly ToldRef[];
}

export interface ToldRelease {
  readonly id: number;
  readonly version: string;
  /** At least one, in order. */
  readonly projectIds: readonly number[];
  readonly status: ReleaseStatus;
  readonly ref?: string;
  readonly url?: string;
  /** When it was told of first. */
  readonly createdAtMs: number;
  readonly startedAtMs?: number;
  readonly releasedAtMs?: number;
  readonly commitCount: number;
  readonly deployCount: number;
  /** Id of its newest commit, or of the first ref where it has refs alone. */
  readonly lastCommitId?: string;
}

export interface NewDeploy {
  readonly environment: string;
  readonly name?: string;
  readonly url?: string;
  readonly startedAtMs?: number;
  readonly finishedAtMs: number;
  /** Absent: all projects of the release. */
  readonly projectIds?: readonly number[];
}

export interface ToldDeploy extends NewDeploy {
  readonly id: number;
}

export interface ReleaseQuery {
  /** Releases of any of these. */
  readonly projectIds: readonly number[];
  readonly status?: ReleaseStatus;
  /** What the version contains, in any case of letters. */
  readonly text?: string;
  readonly offset: number;
  readonly limit: number;
}
