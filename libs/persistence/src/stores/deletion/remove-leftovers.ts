import type { Kysely, Transaction } from 'kysely';
import type { DatabaseDialect } from '../../dialect/dialect.ts';
import type { Schema } from '../../schema/schema.ts';

/** What one step removes at most, so that its transaction takes less than 50 ms. */
const STEP = { events: 100, bytes: 4 * 1024 * 1024, rows: 1000 };

/** A key whose issue has been deleted. */
export function findOrphan(db: Kysely<Schema>) {
  return db
    .selectFrom('grouping_keys')
    .select('id')
    .where('issue_id', 'is', null)
    .orderBy('id')
    .limit(1);
}

/**
 * Removes as much of what is left under such a key as one step may, and the key after all the rest. Resolves
 * with false when there is no such key, or another process has them all in hand.
 */
export async function removeLeftovers({
  transaction,
  dialect,
}: {
  transaction: Transaction<Schema>;
  dialect: DatabaseDialect;
}): Promise<boolean> {
  const orphan = findOrphan(transaction);
  const key = await (
    dialect.hasConcurrentWriters ? orphan.forUpdate().skipLocked() : orphan
  ).executeTakeFirst();
  if (!key) return false;
  if (await removeEvents(transaction, key.id)) return true;
  if (await removeUsers(transaction, key.id)) return true;
  if (await removeBuckets(transaction, 'event_hours', key.id)) return true;
  if (await removeBuckets(transaction, 'event_minutes', key.id)) return true;
  await transaction.deleteFrom('grouping_keys').where('id', '=', key.id).execute();
  return true;
}

// Each of them resolves with whether the step has done enough.

/** With their bodies, which make the most of what has to be written. */
async function removeEvents(transaction: Transaction<Schema>, keyId: number): Promise<boolean> {
  const found = await transaction
    .selectFrom('events')
    .leftJoin('event_payloads', 'event_payloads.id', 'events.id')
    .select('events.id')
    // Of a blob neither database reads the bytes for it.
    .select(({ fn }) => fn<number | null>('length', ['body']).as('bytes'))
    .where('grouping_key_id', '=', keyId)
    .limit(STEP.events)
    .execute();
  const ids: number[] = [];
  let bytes = 0;
  for (const event of found) {
    ids.push(event.id);
    bytes += event.bytes ?? 0;
    if (bytes >= STEP.bytes) break;
  }
  if (ids.length > 0) await transaction.deleteFrom('events').where('id', 'in', ids).execute();
  return ids.length === STEP.events || bytes >= STEP.bytes;
}

async function removeUsers(transaction: Transaction<Schema>, keyId: number): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('key_users')
    .where('grouping_key_id', '=', keyId)
    .where('user_hash', 'in', (expressions) =>
      expressions
        .selectFrom('key_users')
        .select('user_hash')
        .where('grouping_key_id', '=', keyId)
        .limit(STEP.rows),
    )
    .executeTakeFirst();
  return numDeletedRows >= STEP.rows;
}

async function removeBuckets(
  transaction: Transaction<Schema>,
  table: 'event_hours' | 'event_minutes',
  keyId: number,
): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom(table)
    .where('grouping_key_id', '=', keyId)
    .where('starts_at', 'in', (expressions) =>
      expressions
        .selectFrom(table)
        .select('starts_at')
        .where('grouping_key_id', '=', keyId)
        .limit(STEP.rows),
    )
    .executeTakeFirst();
  return numDeletedRows >= STEP.rows;
}
