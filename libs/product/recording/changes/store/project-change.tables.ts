/** A row for each project. */
export interface ProjectChangesTable {
  readonly project_id: number;
  /** One more with each transaction that changes what the project's pages show. */
  readonly version: number;
}

/** All tables of this capability. */
export const tables = ['project_changes'] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly project_changes: ProjectChangesTable;
  }
}
