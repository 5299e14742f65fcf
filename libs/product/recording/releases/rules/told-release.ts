export const releaseStatuses = ['open', 'archived'] as const;
export type ReleaseStatus = (typeof releaseStatuses)[number];

/** A file that a commit changed. */
export interface ChangedPath {
  readonly path: string;
  /** As git has it: `A` for added, `M` for modified, `D` for deleted. */
  readonly type: string;
}

export interface ToldCommit {
  readonly id: string;
  readonly repository?: string;
  readonly authorName?: string;
  readonly authorEmail?: string;
  readonly atMs?: number;
  readonly message?: string;
  readonly patchSet: readonly ChangedPath[];
}

/** Up to which commit of a repository a release goes, and where the one before ended. */
export interface ToldRef {
  readonly repository: string;
  readonly commitId: string;
  readonly previousCommitId?: string;
}
