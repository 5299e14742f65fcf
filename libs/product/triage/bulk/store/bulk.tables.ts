import type { Generated } from 'kysely';
import type { BulkState } from './bulk.types.ts';

export interface BulkChangesTable {
  readonly id: Generated<number>;
  /** Null means all projects in which the person may change issues. */
  readonly project_id: number | null;
  readonly query: string;
  /** Part of `WantedIssues` as JSON, without projects, person and time. */
  readonly search: string;
  /** A `BulkAction` as JSON. */
  readonly wish: string;
  readonly state: BulkState;
  readonly asked_by: number;
  readonly asked_at: number;
  /** Steps have handled issues from this id on, since they walk downwards. */
  readonly reached_id: number;
  readonly total: number;
  readonly seen: Generated<number>;
  readonly changed: Generated<number>;
  /** JSON with the number of refusals by error code. */
  readonly refused: Generated<string>;
  readonly undone: Generated<number>;
  readonly not_undone: Generated<number>;
}

/** A change that can be undone. Undoing it deletes the row. */
export interface BulkChangeRowsTable {
  readonly bulk_id: number;
  /** Id in `issue_history`, where the row may have been deleted with its issue. */
  readonly history_id: number;
}

export const tables = ['bulk_changes', 'bulk_change_rows'] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly bulk_changes: BulkChangesTable;
    readonly bulk_change_rows: BulkChangeRowsTable;
  }
}
