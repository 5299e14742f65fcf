import { type Capability, storeOf } from '../../capability.ts';
import { KyselySettingsStore } from './kysely-settings.store.ts';
import { projectSettings } from './migrations/0023-project-settings.ts';
import { SettingsStore } from './settings.store.ts';
import { tables } from './settings.tables.ts';

/** What people set of a project, a row for each part. */
export const settings = {
  tables,
  migrations: [projectSettings],
  stores: { settings: storeOf(SettingsStore, KyselySettingsStore) },
} as const satisfies Capability;
