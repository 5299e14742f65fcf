import { type Capability, storeOf } from '#persistence/stores';
import { PreferenceStore } from './preference.store.ts';
import { joinPreferences } from './migrations/0041-join-preferences.ts';
import { createPreferences } from './migrations/0025-create-preferences.ts';
import { tables } from './preference.tables.ts';

export const preferences = {
  tables,
  migrations: [createPreferences, joinPreferences],
  stores: { preferences: storeOf(PreferenceStore) },
} as const satisfies Capability;
