/**
 * A deleted project. The row stays, so that the configuration does not create the project again.
 */
export interface ProjectDeletionsTable {
  readonly project_id: number;
  readonly slug: string;
  readonly asked_at: number;
  readonly done_at: number | null;
}

export const tables = ['project_deletions'] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly project_deletions: ProjectDeletionsTable;
  }
}
