import type { JoinedWrite } from '#persistence/stores';
import type { ReleaseStatus, ToldCommit, ToldRef } from '../rules/told-release.ts';

/** Absent fields stay unchanged. */
export interface ReleaseChanges {
  /** Projects to add to those that the release already has. */
  readonly projectIds?: readonly number[];
  readonly status?: ReleaseStatus;
  readonly ref?: string;
  readonly url?: string;
  readonly startedAtMs?: number;
  readonly releasedAtMs?: number;
  /** Commits that replace the release's commits, newest first. */
  readonly commits?: readonly ToldCommit[];
  readonly refs?: readonly ToldRef[];
}

/**
 * Prepares a write, such as lines of the audit log, for the transaction of the change. `projectIds`
 * are all projects of the release, with those that the change adds. A deploy names its own.
 */
export type TellRelease = (
  did: 'made' | 'changed' | 'removed' | 'deployed',
  projectIds: readonly number[],
) => JoinedWrite;

export interface ToldRelease {
  readonly id: number;
  readonly version: string;
  /** At least one, ascending. */
  readonly projectIds: readonly number[];
  readonly status: ReleaseStatus;
  readonly ref?: string;
  readonly url?: string;
  readonly createdAtMs: number;
  readonly startedAtMs?: number;
  readonly releasedAtMs?: number;
  readonly commitCount: number;
  readonly deployCount: number;
  /** Id of the newest commit; for a release with refs alone, the commit of its first ref. */
  readonly lastCommitId?: string;
}

export interface NewDeploy {
  readonly environment: string;
  readonly name?: string;
  readonly url?: string;
  readonly startedAtMs?: number;
  readonly finishedAtMs: number;
  /** Absent when the deploy concerns all projects of the release. */
  readonly projectIds?: readonly number[];
}

export interface ToldDeploy extends NewDeploy {
  readonly id: number;
}

export interface ReleaseQuery {
  readonly projectIds: readonly number[];
  readonly status?: ReleaseStatus;
  /** A part of the version, in upper or lower case. */
  readonly text?: string;
  readonly offset: number;
  readonly limit: number;
}
