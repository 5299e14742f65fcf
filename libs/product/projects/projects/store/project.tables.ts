import type { KeyScope } from '#shared';
import type { Generated } from 'kysely';

export interface ProjectsTable {
  readonly id: Generated<number>;
  readonly slug: string;
  readonly name: string;
  readonly platform: string | null;
  readonly created_at: number;
  readonly next_issue_number: Generated<number>;
  /**
   * Number of new issues that the project could create at `new_issues_left_at`. Null before the
   * first new issue is counted.
   */
  readonly new_issues_left: number | null;
  readonly new_issues_left_at: number | null;
  /**
   * Null while the project exists. A deleted project appears in no list, and a job removes its
   * rows.
   */
  readonly deleted_at: number | null;
}

export interface ProjectKeysTable {
  readonly public_key: string;
  readonly project_id: number;
  /** 0 or 1, because SQLite has no boolean. */
  readonly enabled: Generated<number>;
  readonly created_at: number;
  readonly reports_per_minute: number | null;
  readonly scope: KeyScope | null;
  readonly label: string | null;
}

export const tables = ['projects', 'project_keys'] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly projects: ProjectsTable;
    readonly project_keys: ProjectKeysTable;
  }
}
