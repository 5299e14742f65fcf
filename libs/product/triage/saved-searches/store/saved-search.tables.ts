import type { Generated } from 'kysely';

export interface SavedSearchesTable {
  readonly id: Generated<number>;
  /** Null: it is the project's. */
  readonly user_id: number | null;
  /** Of a person's: that it is narrowed to, null for none. */
  readonly project_id: number | null;
  readonly name: string;
  readonly query: string;
  /** An `IssueSort`; one of another version counts as last seen. */
  readonly sort: string;
  /** 0 or 1. */
  readonly is_default: Generated<number>;
}

/** All tables of this capability. */
export const tables = ['saved_searches'] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly saved_searches: SavedSearchesTable;
  }
}
