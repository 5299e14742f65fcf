/** All sizes and days are texts for people, such as `1.2 GB`. */
export interface SpaceOverview {
  readonly next: string;
  readonly projects: readonly {
    readonly name: string;
    readonly kept: string;
    /**
     * First day with stored data. `goes` is the day on which that data is removed. Both are absent
     * when nothing is stored.
     */
    readonly oldest?: string;
    readonly goes?: string;
  }[];
  /** Absent until a relay has measured the database. */
  readonly disk?: DiskOverview;
}

export interface DiskOverview {
  readonly measuredAtMs: number;
  readonly text: string;
  readonly note: string;
  readonly tables: readonly {
    readonly table: string;
    readonly size: string;
    readonly projects: readonly { readonly name: string; readonly size: string }[];
  }[];
}
