import type { Generated } from 'kysely';

export interface StorageBudgetTable {
  readonly singleton: 1;
  /**
   * The measured budget, half of the disk's free space at the time of the measurement. Null when no
   * measurement was ever needed.
   */
  readonly measured_bytes: number | null;
  readonly set_bytes: number | null;
}

/** Stored bytes that a project sent on the UTC day that begins at `starts_at`. */
export interface StorageDaysTable {
  readonly project_id: number;
  readonly starts_at: number;
  readonly bytes: number;
  /** Time at which the budget was first exceeded on that day; null when it never was. */
  readonly refused_at: number | null;
  /**
   * How many payloads of the day were removed to free storage. 0: none. 1: all but the first of
   * each issue and hour. 2: all but the first of each issue and day.
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
