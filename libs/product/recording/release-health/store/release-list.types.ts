export interface ListedRelease {
  readonly version: string;
  /**
   * When the first event occurred, the first session began, or a client of the API reported the
   * release, whichever was earliest.
   */
  readonly firstSeenMs: number;
  /** Ascending. */
  readonly projectIds: readonly number[];
}

/** The last row of a page. */
export type ReleaseEdge = Pick<ListedRelease, 'version' | 'firstSeenMs'>;

export interface ReleaseListQuery {
  readonly projectIds: readonly number[];
  /** An environment in which the release had events or sessions, or was deployed. */
  readonly environment?: string | undefined;
  /** Parts of the version, in any case. A version has all of them. */
  readonly words?: readonly string[];
  readonly before?: ReleaseEdge | undefined;
  /** How many releases are listed, of each project if they are listed by project. */
  readonly limit: number;
}

/** A release in one project. */
export interface ProjectRelease extends ReleaseEdge {
  readonly projectId: number;
  /** Number of releases of the project that the query finds. */
  readonly found: number;
}

/** Facts by project and version. */
export type ByProject<Fact> = ReadonlyMap<number, ReadonlyMap<string, Fact>>;

export interface LastDeploy {
  readonly environment: string;
  readonly atMs: number;
}

export interface NamedDeploy extends LastDeploy {
  readonly version: string;
}

export interface ReleaseIssue {
  readonly id: number;
  readonly projectSlug: string;
  readonly number: number;
  readonly type: string;
  readonly value: string;
  readonly events: number;
  readonly users: number;
  readonly firstSeenMs: number;
}
