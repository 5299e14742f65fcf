import type { Kysely, Transaction } from 'kysely';
import { boundLimits } from '#shared';
import type { DatabaseDialect } from '../../dialect/dialect.ts';
import type { Schema } from '../../schema.ts';
import { ownsFiles } from '../attachments/owning-feedback.ts';
import { removeSomeOf } from '../attachments/remove-attachments.ts';
import { addStorage, type StorageChange } from '../storage/add-storage.ts';

/** What one step removes at most, of one kind, so that its transaction takes less than 50 ms. */
const STEP = { events: 100, bytes: 4 * 1024 * 1024, rows: 500 };

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
 * Removes what one step may of one kind of what is left under such a key, and the key itself once nothing is.
 * Resolves with false when there is no such key, or another process has them all in hand.
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
  for (const remove of [removeEvents, removeUsers, removeHours, removeMinutes, removeKept]) {
    if ((await remove(transaction, key.id)) > 0) return true;
  }
  await transaction.deleteFrom('grouping_keys').where('id', '=', key.id).execute();
  return true;
}

// Each of them resolves with how many rows it has removed.

/** With their bodies, which make the most of what has to be written. */
async function removeEvents(transaction: Transaction<Schema>, keyId: number): Promise<number> {
  const found = await transaction
    .selectFrom('events')
    .leftJoin('event_payloads', 'event_payloads.id', 'events.id')
    .select(['events.id', 'events.project_id', 'events.event_id', 'events.received_at'])
    // Of a blob neither database reads the bytes for it.
    .select(({ fn }) => fn<number | null>('length', ['body']).as('bytes'))
    .where('grouping_key_id', '=', keyId)
    .limit(STEP.events)
    .execute();
  if (found.length === 0) return 0;
  if (await removeBelongings(transaction, found)) return 1;
  const removed: StorageChange[] = [];
  let bytes = 0;
  for (const event of found) {
    removed.push({
      projectId: event.project_id,
      atMs: event.received_at,
      bytes: -(boundLimits.stubBytes + (event.bytes ?? 0)),
    });
    bytes += event.bytes ?? 0;
    if (bytes >= STEP.bytes) break;
  }
  const ids = found.slice(0, removed.length).map(({ id }) => id);
  await transaction.deleteFrom('events').where('id', 'in', ids).execute();
  await addStorage(transaction, removed);
  return ids.length;
}

/**
 * Some of the files that came with events of one project, or with what users said about them; then what they said.
 * Resolves with whether there was any.
 */
async function removeBelongings(
  transaction: Transaction<Schema>,
  events: readonly { readonly project_id: number; readonly event_id: string }[],
): Promise<boolean> {
  const projectId = events[0]!.project_id;
  const eventIds = events.map(({ event_id }) => event_id);
  const feedback = await transaction
    .selectFrom('feedback')
    .select('id')
    .where('project_id', '=', projectId)
    .where('event_id', 'in', eventIds)
    .limit(STEP.rows)
    .execute();
  const ids = feedback.map(({ id }) => id);
  const owners = [...eventIds, ...(await listOwners(transaction, projectId, ids))];
  const attachments = await transaction
    .selectFrom('attachments')
    .select('id')
    .where('project_id', '=', projectId)
    .where('event_id', 'in', owners)
    .where('state', '=', 'kept')
    .limit(STEP.rows)
    .execute();
  const attachmentIds = attachments.map(({ id }) => id);
  if (await removeSomeOf(transaction, attachmentIds)) return true;
  if (feedback.length === 0) return false;
  await transaction.deleteFrom('feedback').where('id', 'in', ids).execute();
  return true;
}

async function listOwners(
  transaction: Transaction<Schema>,
  projectId: number,
  feedbackIds: readonly number[],
): Promise<string[]> {
  if (feedbackIds.length === 0) return [];
  const owning = await transaction
    .selectFrom('feedback')
    .select('feedback_id')
    .where('id', 'in', feedbackIds)
    .where(ownsFiles('feedback', projectId))
    .execute();
  return owning.map(({ feedback_id }) => feedback_id);
}

async function removeUsers(transaction: Transaction<Schema>, keyId: number): Promise<number> {
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
  return Number(numDeletedRows);
}

function removeHours(transaction: Transaction<Schema>, keyId: number): Promise<number> {
  return removeBuckets(transaction, 'event_hours', keyId);
}

function removeMinutes(transaction: Transaction<Schema>, keyId: number): Promise<number> {
  return removeBuckets(transaction, 'event_minutes', keyId);
}

function removeKept(transaction: Transaction<Schema>, keyId: number): Promise<number> {
  return removeBuckets(transaction, 'kept_hours', keyId);
}

async function removeBuckets(
  transaction: Transaction<Schema>,
  table: 'event_hours' | 'event_minutes' | 'kept_hours',
  keyId: number,
): Promise<number> {
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
  return Number(numDeletedRows);
}
