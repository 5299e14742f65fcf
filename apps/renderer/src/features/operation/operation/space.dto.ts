/** What the database takes, and what goes next; sizes and days in words. */
export interface SpaceOverview {
  /** What goes next, and why. */
  readonly next: string;
  /** By name. */
  readonly projects: readonly {
    readonly name: string;
    readonly kept: string;
    /** The first day of which something is stored, and on which day it goes; absent where nothing is. */
    readonly oldest?: string;
    readonly goes?: string;
  }[];
  /** Absent until a relay has measured. */
  readonly disk?: DiskOverview;
}

export interface DiskOverview {
  readonly measuredAtMs: number;
  readonly text: string;
  /** What of the sizes are estimates. */
  readonly note: string;
  /** The largest first. */
  readonly tables: readonly {
    readonly table: string;
    readonly size: string;
    readonly projects: readonly { readonly name: string; readonly size: string }[];
  }[];
}
