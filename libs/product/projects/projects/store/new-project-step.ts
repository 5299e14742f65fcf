import type { Transaction } from 'kysely';
import type { Schema } from '#persistence/stores';

/** What a capability adds to a project in the transaction that makes it. */
export type NewProjectStep = (transaction: Transaction<Schema>, projectId: number) => Promise<void>;

declare module '#persistence/stores' {
  interface StoreSettings {
    /** Of all capabilities. */
    readonly newProject: readonly NewProjectStep[];
  }

  interface Capability {
    /** What it adds to the transaction that makes a project. */
    readonly newProject?: readonly NewProjectStep[];
  }
}
