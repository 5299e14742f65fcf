import { type Capability, storeOf } from '../../capability.ts';
import { JobLeaseStore } from './job-lease.store.ts';
import { tables } from './job.tables.ts';
import { KyselyJobLeaseStore } from './kysely-job-lease.store.ts';
import { jobLeases } from './migrations/0020-job-leases.ts';

/** Which relay runs a job that one runs at a time. */
export const jobs = {
  tables,
  migrations: [jobLeases],
  stores: { jobLeases: storeOf(JobLeaseStore, KyselyJobLeaseStore) },
} as const satisfies Capability;
