import { type Capability, storeOf } from '#persistence/stores';
import { ProjectHealthStore } from './project-health.store.ts';

export const projectHealth = {
  tables: [],
  migrations: [],
  stores: { projectHealth: storeOf(ProjectHealthStore) },
} as const satisfies Capability;
