import type { Transaction } from 'kysely';
import type { Schema } from '#persistence/stores';

/**
 * Removes some rows of a deleted project, few enough for a transaction of 50 ms. Resolves with whether it removed any. For
 * tables with very many rows; the database removes the others with the project.
 */
export type ProjectRemovalStep = (
  transaction: Transaction<Schema>,
  projectId: number,
) => Promise<boolean>;

declare module '#persistence/stores' {
  interface StoreSettings {
    /** Of all capabilities. */
    readonly projectRemoval: readonly ProjectRemovalStep[];
  }

  interface Capability {
    /** What the removal of a project does to the capability's tables. */
    readonly projectRemoval?: readonly ProjectRemovalStep[];
  }
}
