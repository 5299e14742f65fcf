import type { Generated } from 'kysely';
import type { ReleaseStatus } from '../rules/told-release.ts';

/**
 * A release of the organisation, as API clients report it. Ids ascend in the order in which
 * releases were first reported.
 */
export interface ToldReleasesTable {
  readonly id: Generated<number>;
  readonly version: string;
  readonly status: ReleaseStatus;
  readonly ref: string | null;
  readonly url: string | null;
  readonly created_at: number;
  readonly started_at: number | null;
  readonly released_at: number | null;
}

export interface ToldReleaseProjectsTable {
  readonly release_id: number;
  readonly project_id: number;
}

/** `place` counts from 0 in the order in which the client sent the commits, newest first. */
export interface ToldCommitsTable {
  readonly release_id: number;
  readonly place: number;
  readonly commit_id: string;
  readonly repository: string | null;
  readonly author_name: string | null;
  readonly author_email: string | null;
  readonly at: number | null;
  readonly message: string | null;
  /** JSON of `ChangedPath`s. */
  readonly patch_set: string;
  /** JSON of ids: those named with the commits, or else those the release had then. */
  readonly project_ids: string | null;
}

/** A file that a commit changed, by which commits are found. */
export interface ToldPathsTable {
  readonly release_id: number;
  readonly place: number;
  readonly path: string;
  /** Its folder and its name, without the folders above. */
  readonly path_end: string;
}

export interface ToldRefsTable {
  readonly release_id: number;
  readonly place: number;
  readonly repository: string;
  readonly commit_id: string;
  readonly previous_commit_id: string | null;
  /** JSON of ids, like those of commits. */
  readonly project_ids: string | null;
}

export interface ToldDeploysTable {
  readonly id: Generated<number>;
  readonly release_id: number;
  readonly environment: string;
  readonly name: string | null;
  readonly url: string | null;
  readonly started_at: number | null;
  readonly finished_at: number;
  /** JSON of ids; null for all projects of the release. */
  readonly project_ids: string | null;
}

export const toldTables = [
  'told_releases',
  'told_release_projects',
  'told_commits',
  'told_paths',
  'told_refs',
  'told_deploys',
] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly told_releases: ToldReleasesTable;
    readonly told_release_projects: ToldReleaseProjectsTable;
    readonly told_commits: ToldCommitsTable;
    readonly told_paths: ToldPathsTable;
    readonly told_refs: ToldRefsTable;
    readonly told_deploys: ToldDeploysTable;
  }
}
