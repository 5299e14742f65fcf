import { type Capability, storeOf } from '#persistence/stores';
import { createProjectChanges } from './migrations/0037-create-project-changes.ts';
import { noteNewProject } from './note-new-project.ts';
import { ProjectChangeStore } from './project-change.store.ts';
import { tables } from './project-change.tables.ts';
import { raiseRecorded } from './raise-recorded.ts';

export const changes = {
  tables,
  migrations: [createProjectChanges],
  stores: { projectChanges: storeOf(ProjectChangeStore) },
  recording: [raiseRecorded],
  newProject: [noteNewProject],
} as const satisfies Capability;
