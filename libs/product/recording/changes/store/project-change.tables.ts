export interface ProjectChangesTable {
  readonly project_id: number;
  /** Each transaction that changes what the project's pages show raises the version by one. */
  readonly version: number;
}

export const tables = ['project_changes'] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly project_changes: ProjectChangesTable;
  }
}
