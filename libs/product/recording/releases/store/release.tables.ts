/** `first_seen_at` is when the first event of the release occurred. */
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
