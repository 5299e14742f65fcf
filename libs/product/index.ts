export { createStores, storePorts } from './create-stores.ts';
export type { Stores } from './create-stores.ts';
export { LongReads, createLongReads } from './long-reads.ts';
export { openDatabase, ownSchema } from './open-database.ts';
