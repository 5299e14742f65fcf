import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { DatabaseDialect, Schema } from '#persistence/stores';

export interface TagWriting {
  readonly transaction: Transaction<Schema>;
  readonly dialect: DatabaseDialect;
}

/**
 * Until the transaction ends nobody else changes sums of tags: the names of a key are bounded by what is there. Whoever
 * writes without asking waits, too.
 */
export async function lockTags({ transaction, dialect }: TagWriting): Promise<void> {
  if (!dialect.hasConcurrentWriters) return;
  await sql`lock table key_tags in share row exclusive mode`.execute(transaction);
}

/**
 * Waits for those who have locked tags, before a key is locked whose tags are to go: they lock tags first, and keys then. Several
 * may remove tags at a time.
 */
export async function awaitTags({ transaction, dialect }: TagWriting): Promise<void> {
  if (!dialect.hasConcurrentWriters) return;
  await sql`lock table key_tags in row exclusive mode`.execute(transaction);
}
