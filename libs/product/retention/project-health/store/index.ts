import { type Capability, storeOf } from '#persistence/stores';
import { ProjectHealthStore } from './project-health.store.ts';

/** Reads the figures that compare projects. */
export const projectHealth = {
  tables: [],
  migrations: [],
  stores: { projectHealth: storeOf(ProjectHealthStore) },
} as const satisfies Capability;
