import { type Capability, storeOf } from '../../capability.ts';
import { InstallationStore } from './installation.store.ts';
import { createInstallation } from './migrations/0001-create-installation.ts';

interface InstallationTable {
  readonly singleton: number;
  readonly id: string;
  readonly created_at: number;
}

declare module '../../schema.ts' {
  interface Schema {
    readonly installation: InstallationTable;
  }
}

export const installation = {
  tables: ['installation'],
  migrations: [createInstallation],
  stores: { installation: storeOf(InstallationStore) },
} as const satisfies Capability;
