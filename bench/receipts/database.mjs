import { join } from 'node:path';
import { SqliteDatabase } from '#sqlite';
import { Client } from 'pg';

const LOCK_TIMEOUT_MS = 10_000;

/**
 * Runs `work` with a function that queries either database without the code under test.
 *
 * @template T
 * @param {{ dataDir: string, databaseUrl?: string }} place
 * @param {(query: (sql: string) => Promise<any[]>) => Promise<T>} work
 */
export async function withDatabase({ dataDir, databaseUrl }, work) {
  if (databaseUrl === undefined) {
    const db = new SqliteDatabase(join(dataDir, 'errata.sqlite'), { timeoutMs: LOCK_TIMEOUT_MS });
    return work(async (sql) => db.prepare(sql).all()).finally(() => db.close());
  }
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  return work(async (sql) => (await client.query(sql)).rows).finally(() => client.end());
}
