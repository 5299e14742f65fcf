export interface ProjectSettingsTable {
  readonly project_id: number;
  readonly part: string;
  readonly version: number;
  /** JSON; holds only the fields that people have set. */
  readonly value: string;
}

export const tables = ['project_settings'] as const;

declare module '#persistence/stores' {
  interface Schema {
    readonly project_settings: ProjectSettingsTable;
  }
}
