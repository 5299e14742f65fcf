/** All sizes and days are texts for people, such as `1.2 GB`. */
export interface SpaceOverview {
  readonly next: string;
  readonly projects: readonly {
    readonly projectId: number;
    /**
     * First day with stored data. `goes` is the day on which that data is removed. Both are absent
     * when nothing is stored.
     */
    readonly oldest?: string;
    readonly goes?: string;
  }[];
  /** A sentence about the database. Absent until a relay has measured it. */
  readonly database?: string;
}
