import type { Generated } from 'kysely';

export interface StorageBudgetTable {
  readonly singleton: 1;
  /**
   * The measured budget, half of the disk's free space at that time; null while it was never
   * needed.
   */
  readonly measured_bytes: number | null;
  readonly set_bytes: number | null;
}

/** Bytes stored from what a project sent on the UTC day that begins at `starts_at`. */
export interface StorageDaysTable {
  readonly project_id: number;
  readonly starts_at: number;
  readonly bytes: number;
  /** When the first thing that exceeded the budget came on that day; null when nothing did. */
  readonly refused_at: number | null;
  /**
   * 0 when the day was never thinned; 1 when the first event of each issue and hour is left, 2 when
   * the first of each issue and day is.
   */
  readonly thinned: Generated<number>;
}

export const tables = ['storage_budget', 'storage_days'] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly storage_budget: StorageBudgetTable;
    readonly storage_days: StorageDaysTable;
  }
}
