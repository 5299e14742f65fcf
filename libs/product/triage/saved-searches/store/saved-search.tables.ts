import type { Generated } from 'kysely';

export interface SavedSearchesTable {
  readonly id: Generated<number>;
  /** Null when the project owns the search. */
  readonly user_id: number | null;
  /**
   * Project that owns the search, or to which a person's search is limited; null for all projects.
   */
  readonly project_id: number | null;
  readonly name: string;
  readonly query: string;
  /**
   * An `IssueSort`. Another version may have stored an unknown value, which counts as `lastSeen`.
   */
  readonly sort: string;
  readonly is_default: Generated<number>;
}

export const tables = ['saved_searches'] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly saved_searches: SavedSearchesTable;
  }
}
