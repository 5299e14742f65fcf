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

export interface ReleaseCommitsProps {
  readonly commits: readonly ReleaseCommitRow[];
  /** All commits of the release. */
  readonly commitCount: number;
}

/** The commit that last changed a file in which the error occurred. */
export interface SuspectCommit extends CommitRow {
  readonly version: string;
  readonly path: string;
  /** The commit's page in its repository, when the project's code links tell of one. */
  readonly href?: string;
}
