import { createStores } from './create-stores.ts';
import type { StoreOptions, Stores } from './create-stores.ts';
import type { Database } from '#persistence/stores';

/**
 * Holds stores for slow reads: previews, exports, long counts. On SQLite, a separate thread runs
 * these reads, so other requests do not wait.
 *
 * Methods that write reject.
 */
export abstract class LongReads {
  abstract readonly stores: Stores;
}

/** Makes stores over `database.reading`, which closes together with `database`. */
export function createLongReads({ reading }: Database, options: StoreOptions = {}): LongReads {
  return { stores: createStores(reading, options) };
}
