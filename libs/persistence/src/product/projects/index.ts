import { type Capability, storeOf } from '../../capability.ts';
import { KyselyProjectSettingsStore } from './kysely-project-settings.store.ts';
import { KyselyProjectStore } from './kysely-project.store.ts';
import { projects as createProjects } from './migrations/0001-projects.ts';
import { rates } from './migrations/0011-rates.ts';
import { allowedOrigins } from './migrations/0013-allowed-origins.ts';
import { keyScopes } from './migrations/0019-key-scopes.ts';
import { ProjectSettingsStore } from './project-settings.store.ts';
import { ProjectStore } from './project.store.ts';
import { tables } from './project.tables.ts';

/** Projects with their keys and settings. */
export const projects = {
  tables,
  migrations: [createProjects, rates, allowedOrigins, keyScopes],
  stores: {
    projects: storeOf(ProjectStore, KyselyProjectStore),
    projectSettings: storeOf(ProjectSettingsStore, KyselyProjectSettingsStore),
  },
} as const satisfies Capability;
