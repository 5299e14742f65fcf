import type { Transaction } from 'kysely';
import type { Schema } from '#persistence/stores';

/** Adds a capability's rows to a new project, inside the transaction that creates the project. */
export type NewProjectStep = (transaction: Transaction<Schema>, projectId: number) => Promise<void>;

declare module '#persistence/stores' {
  interface StoreSettings {
    readonly newProject: readonly NewProjectStep[];
  }

  interface Capability {
    readonly newProject?: readonly NewProjectStep[];
  }
}
