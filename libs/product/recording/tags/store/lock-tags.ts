import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { DatabaseDialect, Schema } from '#persistence/stores';

export interface TagWriting {
  readonly transaction: Transaction<Schema>;
  readonly dialect: DatabaseDialect;
}

/**
 * Keeps other processes from changing sums of tags until the transaction ends, because the bounds
 * of a key depend on the stored rows. Writers that take no lock themselves wait as well.
 */
export async function lockTags({ transaction, dialect }: TagWriting): Promise<void> {
  if (!dialect.hasConcurrentWriters) return;
  await sql`lock table key_tags in share row exclusive mode`.execute(transaction);
}

/**
 * Waits for transactions that hold `lockTags`. Call this before locking a key whose tags you
 * remove, because those transactions lock tags first and keys second. Several processes can still
 * remove tags at the same time.
 */
export async function awaitTags({ transaction, dialect }: TagWriting): Promise<void> {
  if (!dialect.hasConcurrentWriters) return;
  await sql`lock table key_tags in row exclusive mode`.execute(transaction);
}
