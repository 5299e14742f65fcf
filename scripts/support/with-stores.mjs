import { importBuilt } from './import-built.mjs';

/**
 * Runs `work` with the built stores over a database, which is closed afterwards.
 *
 * @template T
 * @param {{ dataDir: string, databaseUrl?: string }} place
 * @param {(stores: any) => Promise<T>} work
 * @param {{ secret?: string }} [options] `secret`: opens what is stored encrypted
 */
export async function withStores(place, work, options) {
  const { createStores, openDatabase } = await importBuilt('libs/product/index.js');
  const database = openDatabase(place);
  try {
    return await work(createStores(database, options));
  } finally {
    await database.close();
  }
}
