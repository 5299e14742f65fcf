import { type Capability, storeOf } from '../../capability.ts';
import { KyselyPreferenceStore } from './kysely-preference.store.ts';
import { userPreferences } from './migrations/0040-user-preferences.ts';
import { PreferenceStore } from './preference.store.ts';
import { tables } from './preference.tables.ts';

/** What people have chosen for themselves. */
export const preferences = {
  tables,
  migrations: [userPreferences],
  stores: { preferences: storeOf(PreferenceStore, KyselyPreferenceStore) },
} as const satisfies Capability;
