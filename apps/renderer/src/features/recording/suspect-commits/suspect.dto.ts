import type { CommitRow } from '../release-health/index.ts';

/** The commit that last changed a file in which the error occurred. */
export interface SuspectCommit extends CommitRow {
  readonly version: string;
  readonly path: string;
  /** The commit's page in its repository, when the project's code links tell of one. */
  readonly href?: string;
}
