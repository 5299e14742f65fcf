import type { Transaction } from 'kysely';
import type { Schema } from '#persistence/stores';

/**
 * Deletes some rows of a deleted project, few enough for a transaction of 50 ms. Returns true when
 * it found any. Only large tables need such a step; the database deletes rows of other tables along
 * with the project.
 */
export type ProjectRemovalStep = (
  transaction: Transaction<Schema>,
  projectId: number,
) => Promise<boolean>;

declare module '#persistence/stores' {
  interface StoreSettings {
    readonly projectRemoval: readonly ProjectRemovalStep[];
  }

  interface Capability {
    readonly projectRemoval?: readonly ProjectRemovalStep[];
  }
}
