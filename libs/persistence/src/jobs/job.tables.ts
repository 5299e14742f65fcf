/** Which process runs a job that only one runs at a time, until when by the clock of the database. */
export interface JobLeasesTable {
  readonly name: string;
  readonly holder: string;
  readonly until: number;
}

/** All tables of this capability. */
export const tables = ['job_leases'] as const;

declare module '../schema.ts' {
  interface Schema {
    readonly job_leases: JobLeasesTable;
  }
}
