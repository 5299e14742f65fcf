import type { Generated } from 'kysely';

/** One row. */
export interface StorageBudgetTable {
  readonly singleton: 1;
  /** Half of what was free on the disk when it was first looked at; null while that was not needed. */
  readonly measured_bytes: number | null;
  /** STORAGE_BUDGET_BYTES; null: not set. */
  readonly set_bytes: number | null;
}

/** What is stored of what a project sent on the day of UTC that starts then. */
export interface StorageDaysTable {
  readonly project_id: number;
  readonly starts_at: number;
  readonly bytes: number;
  /** When the first of that day came that was beyond the budget; null: none was. */
  readonly refused_at: number | null;
  /** How far the day was thinned: 0 not at all, 1 to the first event of each issue and hour, 2 to that of the day. */
  readonly thinned: Generated<number>;
}

/** All tables of this capability. */
export const tables = ['storage_budget', 'storage_days'] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly storage_budget: StorageBudgetTable;
    readonly storage_days: StorageDaysTable;
  }
}
