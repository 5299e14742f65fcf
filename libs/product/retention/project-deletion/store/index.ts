import { type Capability, storeOf } from '#persistence/stores';
import { ProjectDeletionStore } from './project-deletion.store.ts';
import { createProjectDeletion } from './migrations/0015-create-project-deletion.ts';
import { tables } from './project-deletion.tables.ts';

/** Removes projects with all that they hold. */
export const projectDeletion = {
  tables,
  migrations: [createProjectDeletion],
  stores: { projectDeletions: storeOf(ProjectDeletionStore) },
} as const satisfies Capability;
