/** Times in every table are milliseconds since the Unix epoch. */
export interface InstallationTable {
  /** Always 1: there is one row. */
  readonly singleton: number;
  readonly id: string;
  readonly created_at: number;
}

/** All tables of this capability. */
export const tables = ['installation'] as const;

declare module '../../schema.ts' {
  interface Schema {
    readonly installation: InstallationTable;
  }
}
