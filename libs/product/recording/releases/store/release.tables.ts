/** When a project first saw each of its releases: the first event occurred then. */
export interface ReleasesTable {
  readonly project_id: number;
  readonly release: string;
  readonly first_seen_at: number;
}

/** All tables of this capability. */
export const tables = ['releases'] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly releases: ReleasesTable;
  }
}
