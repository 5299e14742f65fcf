import { type Kysely, sql, type Transaction } from 'kysely';
import type { Schema } from '#persistence/stores';
import type { AttachmentsTable } from './attachment.tables.ts';
import { addStorage } from '#product/recording/storage';
import { CHUNK_BYTES } from './chunk-bytes.ts';

interface Left {
  readonly id: number;
  readonly bytes: number;
}

/** About 4 MiB, so that a step takes less than 50 ms. */
const CHUNKS_PER_STEP = 16;
/** Small ones together: a flood of them is removed faster than it comes. */
const ATTACHMENTS_PER_STEP = 200;
const BYTES_PER_STEP = CHUNKS_PER_STEP * CHUNK_BYTES;
/** A report is recorded at once, or tried again as long as the database is away. */
const PENDING_MS = 24 * 60 * 60 * 1000;

/**
 * Removes some chunks of these attachments, or the attachments themselves once none is left. Resolves with whether
 * something was removed.
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

/** Takes what was kept, and is no longer, out of what is stored. */
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

/** What was written down and is not shown, nor ever will be: of events that were duplicates, and of no recorded report. */
export async function findLeft(db: Kysely<Schema>, nowMs: number): Promise<Left[]> {
  const dropped = await selectLeft(db, 'dropped').execute();
  if (dropped.length > 0) return dropped;
  return selectLeft(db, 'pending')
    .where('touched_at', '<', nowMs - PENDING_MS)
    .execute();
}

/** In the order of the index of what is not kept, and with its condition in so many words: else all rows are read. */
function selectLeft(db: Kysely<Schema>, state: 'dropped' | 'pending') {
  return db
    .selectFrom('attachments')
    .select(['id', 'bytes'])
    .where('state', '<>', sql.lit('kept'))
    .where('state', '=', state)
    .orderBy('touched_at')
    .limit(ATTACHMENTS_PER_STEP);
}

/** Removes some of it. Resolves with whether there was any. */
export async function removeSomeLeft(
  transaction: Transaction<Schema>,
  nowMs: number,
): Promise<boolean> {
  const left = (await findLeft(transaction, nowMs)).map(({ id }) => id);
  if (left.length === 0) return false;
  // From now on none of them is recorded any more: whoever was about to writes it anew.
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
  // A cascade takes their chunks along.
  await transaction.deleteFrom('attachments').where('id', 'in', toIds(small)).execute();
  return true;
}

/** The first of them, whose bytes fit into a step together; none where the first one is large. */
function takeSmall(left: readonly Left[]): readonly Left[] {
  let bytes = 0;
  const end = left.findIndex((file) => (bytes += file.bytes) > BYTES_PER_STEP);
  return end === -1 ? left : left.slice(0, end);
}

function toIds(files: readonly Left[]): number[] {
  return files.map(({ id }) => id);
}
