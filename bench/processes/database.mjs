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
  if (databaseUrl === undefined) return withSqlite(join(dataDir, 'errata.sqlite'), work);
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  return work(async (sql) => (await client.query(sql)).rows).finally(() => client.end());
}

/** Runs `work` with a function that queries a file of SQLite. */
export async function withSqlite(file, work) {
  const db = new SqliteDatabase(file, { timeoutMs: LOCK_TIMEOUT_MS });
  return work(async (sql) => db.prepare(sql).all()).finally(() => db.close());
}
