import type { Capability } from '#persistence/stores';
import { ProjectSettingsStore } from './project-settings.store.ts';
import { ProjectStore } from './project.store.ts';
import { createProjects } from './migrations/0001-create-projects.ts';
import { keepWhatProgramsTell } from './migrations/0055-keep-what-programs-tell.ts';
import { tables } from './project.tables.ts';

export const projects = {
  tables,
  migrations: [createProjects, keepWhatProgramsTell],
  stores: {
    projects: {
      port: ProjectStore,
      open: (database, settings) => new ProjectStore(database, settings),
    },
    projectSettings: {
      port: ProjectSettingsStore,
      open: (database, settings) => new ProjectSettingsStore(database, settings),
    },
  },
  newProject: [],
} as const satisfies Capability;
