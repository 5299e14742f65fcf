import { createStores } from './create-stores.ts';
import type { StoreOptions, Stores } from './create-stores.ts';
import type { Database } from '#persistence/stores';

/**
 * The stores for what takes long to read: previews, exports, long counts. On SQLite other requests go on meanwhile. Methods that
 * write reject there.
 */
export abstract class LongReads {
  abstract readonly stores: Stores;
}

/** Closed with the database. */
export function createLongReads({ reading }: Database, options: StoreOptions = {}): LongReads {
  return { stores: createStores(reading, options) };
}
