export const releaseStatuses = ['open', 'archived'] as const;
export type ReleaseStatus = (typeof releaseStatuses)[number];

export interface ChangedPath {
  readonly path: string;
  /** Git's letter: `A` for added, `M` for modified, `D` for deleted. */
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

/** The last commit of a repository in a release, and the last commit of the release before. */
export interface ToldRef {
  readonly repository: string;
  readonly commitId: string;
  readonly previousCommitId?: string;
}
