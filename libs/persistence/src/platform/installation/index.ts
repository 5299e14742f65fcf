import { type Capability, storeOf } from '../../capability.ts';
import { InstallationStore } from './installation.store.ts';
import { createInstallation } from './migrations/0001-create-installation.ts';
import { tables } from './installation.tables.ts';

export const installation = {
  tables,
  migrations: [createInstallation],
  stores: { installation: storeOf(InstallationStore) },
} as const satisfies Capability;
