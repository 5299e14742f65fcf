import { type Capability, storeOf } from '#persistence/stores';
import { ProjectHealthStore } from './project-health.store.ts';

/** How projects are doing, beside each other. */
export const projectHealth = {
  tables: [],
  migrations: [],
  stores: { projectHealth: storeOf(ProjectHealthStore) },
} as const satisfies Capability;
