import { type Capability, storeOf } from '../capability.ts';
import { JobLeaseStore } from './job-lease.store.ts';
import { tables } from './job.tables.ts';
import { createJobs } from './migrations/0017-create-jobs.ts';

export const jobs = {
  tables,
  migrations: [createJobs],
  stores: { jobLeases: storeOf(JobLeaseStore) },
} as const satisfies Capability;
