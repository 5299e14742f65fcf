import { type Capability, storeOf } from '../../capability.ts';
import { KyselyProjectDeletionStore } from './kysely-project-deletion.store.ts';
import { projectDeletions as migration } from './migrations/0035-project-deletions.ts';
import { ProjectDeletionStore } from './project-deletion.store.ts';
import { tables } from './project-deletion.tables.ts';

/** Removes projects with all that they hold. */
export const projectDeletion = {
  tables,
  migrations: [migration],
  stores: { projectDeletions: storeOf(ProjectDeletionStore, KyselyProjectDeletionStore) },
} as const satisfies Capability;
