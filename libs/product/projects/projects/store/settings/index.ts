import { type Capability, storeOf } from '#persistence/stores';
import { SettingsStore } from './settings.store.ts';
import { createSettings } from './migrations/0018-create-settings.ts';
import { tables } from './settings.tables.ts';

export const settings = {
  tables,
  migrations: [createSettings],
  stores: { settings: storeOf(SettingsStore) },
} as const satisfies Capability;
