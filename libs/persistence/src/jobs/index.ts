import { type Capability, storeOf } from '../capability.ts';
import { JobLeaseStore } from './job-lease.store.ts';
import { createJobs } from './migrations/0017-create-jobs.ts';

/** `until` is a time of the database's clock. */
interface JobLeasesTable {
  readonly name: string;
  readonly holder: string;
  readonly until: number;
}

declare module '../schema.ts' {
  interface Schema {
    readonly job_leases: JobLeasesTable;
  }
}

export const jobs = {
  tables: ['job_leases'],
  migrations: [createJobs],
  stores: { jobLeases: storeOf(JobLeaseStore) },
} as const satisfies Capability;
