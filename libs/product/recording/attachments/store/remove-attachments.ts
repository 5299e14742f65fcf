import { type Kysely, sql, type Transaction } from 'kysely';
import type { Schema } from '#persistence/stores';
import type { AttachmentsTable } from './attachment.tables.ts';
import { addStorage } from '#product/recording/storage';
import { CHUNK_BYTES } from './chunk-bytes.ts';

interface UnrecordedAttachment {
  readonly id: number;
  readonly bytes: number;
}

/** Chunks removed in one step: about 4 MiB, which takes less than 50 ms. */
const CHUNKS_PER_STEP = 16;
/**
 * Small attachments are removed together, so that a flood of them is removed faster than it
 * arrives.
 */
const ATTACHMENTS_PER_STEP = 200;
const BYTES_PER_STEP = CHUNKS_PER_STEP * CHUNK_BYTES;
/**
 * An attachment that is pending for longer is abandoned. Its report is normally recorded at once,
 * or retried while the database is unavailable.
 */
const PENDING_MS = 24 * 60 * 60 * 1000;

/**
 * Removes some chunks of these attachments, or the attachments once no chunk is left. Returns
 * whether anything was removed.
 */
export async function removeSomeOf(
  transaction: Transaction<Schema>,
  attachmentIds: readonly number[],
): Promise<boolean> {
  if (attachmentIds.length === 0) return false;
  const chunks = await transaction
    .selectFrom('attachment_chunks')
    .select('id')
    .where('attachment_id', 'in', attachmentIds)
    .limit(CHUNKS_PER_STEP)
    .execute();
  const ids = chunks.map(({ id }) => id);
  if (ids.length > 0) {
    await transaction.deleteFrom('attachment_chunks').where('id', 'in', ids).execute();
  } else {
    const removed = await transaction
      .deleteFrom('attachments')
      .where('id', 'in', attachmentIds)
      .returning(['project_id', 'received_at', 'bytes', 'state'])
      .execute();
    await uncount(
      transaction,
      removed.filter(({ state }) => state === 'kept'),
    );
  }
  return true;
}

export async function uncount(
  transaction: Transaction<Schema>,
  kept: readonly Pick<AttachmentsTable, 'project_id' | 'received_at' | 'bytes'>[],
): Promise<void> {
  const changes = kept.map(({ project_id, received_at, bytes }) => ({
    projectId: project_id,
    atMs: received_at,
    bytes: -bytes,
  }));
  await addStorage(transaction, changes);
}

/**
 * Returns attachments that will never be shown: dropped ones, or those of reports that were never
 * recorded.
 */
export async function findUnrecorded(
  db: Kysely<Schema>,
  nowMs: number,
): Promise<UnrecordedAttachment[]> {
  const dropped = await selectUnrecorded(db, 'dropped').execute();
  if (dropped.length > 0) return dropped;
  return selectUnrecorded(db, 'pending')
    .where('touched_at', '<', nowMs - PENDING_MS)
    .execute();
}

/**
 * Sorts and filters exactly like the index `attachments_left`. The database would otherwise read
 * all rows.
 */
function selectUnrecorded(db: Kysely<Schema>, state: 'dropped' | 'pending') {
  return db
    .selectFrom('attachments')
    .select(['id', 'bytes'])
    .where('state', '<>', sql.lit('kept'))
    .where('state', '=', state)
    .orderBy('touched_at')
    .limit(ATTACHMENTS_PER_STEP);
}

/** Returns whether there were any attachments to remove. */
export async function removeSomeUnrecorded(
  transaction: Transaction<Schema>,
  nowMs: number,
): Promise<boolean> {
  const left = (await findUnrecorded(transaction, nowMs)).map(({ id }) => id);
  if (left.length === 0) return false;
  // From here on, other processes cannot record these attachments. A process that was about to
  // record one writes it again.
  await transaction
    .updateTable('attachments')
    .set({ state: 'dropped' })
    .where('id', 'in', left)
    .where('state', '=', 'pending')
    .execute();
  const dropped = await transaction
    .selectFrom('attachments')
    .select(['id', 'bytes'])
    .where('id', 'in', left)
    .where('state', '=', 'dropped')
    .orderBy('touched_at')
    .execute();
  const small = takeSmall(dropped);
  if (small.length === 0) return removeSomeOf(transaction, toIds(dropped.slice(0, 1)));
  // The foreign key deletes their chunks as well.
  await transaction.deleteFrom('attachments').where('id', 'in', toIds(small)).execute();
  return true;
}

function takeSmall(left: readonly UnrecordedAttachment[]): readonly UnrecordedAttachment[] {
  let bytes = 0;
  const end = left.findIndex((file) => (bytes += file.bytes) > BYTES_PER_STEP);
  return end === -1 ? left : left.slice(0, end);
}

function toIds(files: readonly UnrecordedAttachment[]): number[] {
  return files.map(({ id }) => id);
}
