/** `first_seen_at` is the time at which the first event of the release occurred. */
export interface ReleasesTable {
  readonly project_id: number;
  readonly release: string;
  readonly first_seen_at: number;
}

export const tables = ['releases'] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly releases: ReleasesTable;
  }
}
