/** A project that was deleted. The row stays, so that the configuration does not make the project again. */
export interface ProjectDeletionsTable {
  readonly project_id: number;
  /** As it was called. */
  readonly slug: string;
  readonly asked_at: number;
  /** When the last of its rows was removed; null until then. */
  readonly done_at: number | null;
}

/** All tables of this capability. */
export const tables = ['project_deletions'] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly project_deletions: ProjectDeletionsTable;
  }
}
