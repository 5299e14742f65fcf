import type { Capability } from '#persistence/stores';
import { ProjectDeletionStore } from './project-deletion.store.ts';
import { createProjectDeletion } from './migrations/0015-create-project-deletion.ts';
import { tables } from './project-deletion.tables.ts';

export const projectDeletion = {
  tables,
  migrations: [createProjectDeletion],
  stores: {
    projectDeletions: {
      port: ProjectDeletionStore,
      open: (database, settings) => new ProjectDeletionStore(database, settings),
    },
  },
  projectRemoval: [],
} as const satisfies Capability;
