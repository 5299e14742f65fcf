export interface InstallationTable {
  readonly singleton: number;
  readonly id: string;
  readonly created_at: number;
}

export const tables = ['installation'] as const;

declare module '../../schema.ts' {
  interface Schema {
    readonly installation: InstallationTable;
  }
}
