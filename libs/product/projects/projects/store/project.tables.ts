import type { KeyScope } from '#shared';
import type { Generated } from 'kysely';

export interface ProjectsTable {
  readonly id: Generated<number>;
  readonly slug: string;
  readonly name: string;
  readonly created_at: number;
  readonly next_issue_number: Generated<number>;
  /** Issues that it may still make, and as of when; null: as many as there may be. */
  readonly new_issues_left: number | null;
  readonly new_issues_left_at: number | null;
  /** Null while it is there. From then on no list has it, and its rows are being removed. */
  readonly deleted_at: number | null;
}

export interface ProjectKeysTable {
  readonly public_key: string;
  readonly project_id: number;
  /** 0 or 1: SQLite has no boolean. */
  readonly enabled: Generated<number>;
  readonly created_at: number;
  /** Null: as the relay is set. */
  readonly reports_per_minute: number | null;
  /** Null: everything. */
  readonly scope: KeyScope | null;
}

/** All tables of this capability. */
export const tables = ['projects', 'project_keys'] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly projects: ProjectsTable;
    readonly project_keys: ProjectKeysTable;
  }
}
