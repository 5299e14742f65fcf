import type { Generated } from 'kysely';
import type { BulkState } from './bulk.types.ts';

export interface BulkChangesTable {
  readonly id: Generated<number>;
  /** Null: in all projects in which the person may. */
  readonly project_id: number | null;
  /** As it was typed. */
  readonly query: string;
  /** JSON: what of `WantedIssues` says which issues, without projects, person and time. */
  readonly search: string;
  /** JSON: a `BulkWish`. */
  readonly wish: string;
  readonly state: BulkState;
  /** A user's id. */
  readonly asked_by: number;
  readonly asked_at: number;
  /** Issues from this id on were looked at: the walk goes down. */
  readonly reached_id: number;
  /** Issues that matched when it was asked. */
  readonly total: number;
  readonly seen: Generated<number>;
  readonly changed: Generated<number>;
  /** JSON: how many were refused, by code. */
  readonly refused: Generated<string>;
  readonly undone: Generated<number>;
  readonly not_undone: Generated<number>;
}

/** What can be undone. A row goes with its undoing. */
export interface BulkChangeRowsTable {
  readonly bulk_id: number;
  /** `issue_history.id`; the row may be gone with its issue. */
  readonly history_id: number;
}

/** All tables of this capability. */
export const tables = ['bulk_changes', 'bulk_change_rows'] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly bulk_changes: BulkChangesTable;
    readonly bulk_change_rows: BulkChangeRowsTable;
  }
}
