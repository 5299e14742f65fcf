import type { Generated } from 'kysely';
import type { BulkState } from './bulk.types.ts';

export interface BulkChangesTable {
  readonly id: Generated<number>;
  readonly project_id: number | null;
  readonly query: string;
  /** JSON of `WantedIssues`, without projects, person and time. */
  readonly search: string;
  readonly wish: string;
  readonly state: BulkState;
  readonly asked_by: number;
  readonly asked_at: number;
  /** Steps go from high ids to low ones and have handled all issues from this id upwards. */
  readonly reached_id: number;
  readonly total: number;
  readonly seen: Generated<number>;
  readonly changed: Generated<number>;
  /** JSON of the number of refused issues by error code. */
  readonly refused: Generated<string>;
  readonly undone: Generated<number>;
  readonly not_undone: Generated<number>;
}

/** A change of one issue that can be undone. Undoing deletes the row. */
export interface BulkChangeRowsTable {
  readonly bulk_id: number;
  /** Id of the change in `issue_history`. The row there may have been deleted with its issue. */
  readonly history_id: number;
}

export const tables = ['bulk_changes', 'bulk_change_rows'] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly bulk_changes: BulkChangesTable;
    readonly bulk_change_rows: BulkChangeRowsTable;
  }
}
