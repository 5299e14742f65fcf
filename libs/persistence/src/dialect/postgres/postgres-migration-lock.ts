import { Client } from 'pg';
import { toPostgresFault } from './postgres-faults.ts';
import { toConnectionConfig } from './postgres-pool.ts';

/** Names this lock among the advisory locks of a database: "errata" in ASCII. */
const LOCK_ID = 0x657272617461;

/** A migration may rewrite a large table; who waits for it waits this long. */
const MIGRATION_TIMEOUT_MS = 10 * 60_000;

/**
 * Runs `work` while this process holds an advisory lock of the database, on a connection of its own.
 * Kysely's migrator takes one too, but only around the migrations: two processes would still race
 * for its tables. The lock belongs to a transaction, so that it also holds behind a pooler.
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
    // Ends the transaction and with it the lock; the connection may be gone already.
    await client.end().catch(() => {});
  }
}

/** Connects, and begins the transaction that has the lock. Rejects with `database.unavailable`. */
export async function takePostgresLock(client: Client, lockId = LOCK_ID): Promise<void> {
  try {
    await client.connect();
    await client.query('begin');
    await client.query(`set local lock_timeout = ${MIGRATION_TIMEOUT_MS}`);
    await client.query('set local idle_in_transaction_session_timeout = 0');
    await client.query('select pg_advisory_xact_lock($1)', [lockId]);
  } catch (error) {
    throw toPostgresFault(error);
  }
}
