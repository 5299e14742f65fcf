/** `until` is a time of the database's clock. */
export interface JobLeasesTable {
  readonly name: string;
  readonly holder: string;
  readonly until: number;
}

export const tables = ['job_leases'] as const;

declare module '../schema.ts' {
  interface Schema {
    readonly job_leases: JobLeasesTable;
  }
}
