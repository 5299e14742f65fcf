import { Client } from 'pg';
import { toPostgresFault } from './postgres-faults.ts';
import { prepareConnection, toConnectionConfig } from './postgres-pool.ts';

/** "errata" in ASCII. Id of the advisory lock for migrations. */
const LOCK_ID = 0x657272617461;

/** Longest time for which a process waits for the lock. A migration may rewrite a large table. */
const MIGRATION_TIMEOUT_MS = 10 * 60_000;

/**
 * Runs `work` while a separate connection of this process holds an advisory lock. Kysely's migrator
 * locks only the migrations themselves, so two processes would race to create its tables. The lock
 * belongs to a transaction, so it also works behind a pooler.
 */
export async function holdPostgresLock<T>(
  databaseUrl: string,
  work: () => Promise<T>,
  lockId = LOCK_ID,
): Promise<T> {
  const client = new Client(toConnectionConfig(databaseUrl));
  client.on('error', () => {});
  try {
    await takePostgresLock(client, lockId);
    return await work();
  } finally {
    // Ends the transaction, which frees the lock. The connection may already be closed.
    await client.end().catch(() => {});
  }
}

/** Connects and begins the transaction that holds the lock. Rejects with `database.unavailable`. */
export async function takePostgresLock(client: Client, lockId = LOCK_ID): Promise<void> {
  try {
    await client.connect();
    await prepareConnection(client);
    await client.query('begin');
    await client.query(`set local lock_timeout = ${MIGRATION_TIMEOUT_MS}`);
    await client.query('set local idle_in_transaction_session_timeout = 0');
    await client.query('select pg_advisory_xact_lock($1)', [lockId]);
  } catch (error) {
    throw toPostgresFault(error);
  }
}
