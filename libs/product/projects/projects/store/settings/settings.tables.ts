/** What people have set of one part of a project. */
export interface ProjectSettingsTable {
  readonly project_id: number;
  readonly part: string;
  /** How often it was changed. */
  readonly version: number;
  /** JSON: what differs from the defaults. */
  readonly value: string;
}

/** All tables of this capability. */
export const tables = ['project_settings'] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly project_settings: ProjectSettingsTable;
  }
}
