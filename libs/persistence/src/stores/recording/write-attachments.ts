import type { KyselyDatabase } from '../../kysely-database.ts';
import { toChunks } from '../attachments/chunk-bytes.ts';
import type { ProcessedReport } from '../report.store.ts';
import { inTransaction } from '../transaction.ts';
import { findRoom } from './attachment-room.ts';
import { listOwned, type OwnedAttachment } from './owned-attachment.ts';
import { toPortableText } from './portable-text.ts';

/**
 * Writes attachments down, out of sight, before their reports are recorded: a chunk at a time. What is there already,
 * of an attempt before, is not written again.
 */
export async function writeAttachments(
  database: KyselyDatabase,
  reports: readonly ProcessedReport[],
): Promise<void> {
  const attachments = reports.flatMap(listOwned);
  if (attachments.length === 0) return;
  const room = await findRoom(database.kysely, attachments);
  for (const attachment of attachments) {
    // Each for itself: which of them are kept is decided when they are recorded.
    if (room.fits(attachment)) await writeAttachment(database, attachment);
  }
}

async function writeAttachment(
  database: KyselyDatabase,
  attachment: OwnedAttachment,
): Promise<void> {
  const row = await touch(database, attachment);
  // It was recorded before, or is being removed: then recording finds out.
  if (row.state !== 'pending') return;
  const written = await countChunks(database, row.id);
  let position = 0;
  for await (const body of toChunks(attachment.read())) {
    if (position >= written) await writeChunk(database, { attachment_id: row.id, position, body });
    position += 1;
  }
}

async function touch(
  database: KyselyDatabase,
  attachment: OwnedAttachment,
): Promise<{ id: number; state: 'pending' | 'kept' | 'dropped' }> {
  // By this machine's clock: it is only ever compared with how long ago that was.
  const touchedAt = Date.now();
  return inTransaction(database, (transaction) =>
    transaction
      .insertInto('attachments')
      .values({
        project_id: attachment.projectId,
        event_id: attachment.eventId,
        origin: attachment.origin,
        report_id: attachment.reportId,
        item: attachment.item,
        state: 'pending',
        name: toPortableText(attachment.name),
        content_type: toPortableText(attachment.contentType),
        type: toPortableText(attachment.type),
        bytes: attachment.bytes,
        received_at: attachment.receivedAtMs,
        touched_at: touchedAt,
      })
      .onConflict((conflict) =>
        conflict.columns(['origin', 'report_id', 'item']).doUpdateSet({ touched_at: touchedAt }),
      )
      .returning(['id', 'state'])
      .executeTakeFirstOrThrow(),
  );
}

/** They are written in order: so many are there. */
async function countChunks({ kysely }: KyselyDatabase, attachmentId: number): Promise<number> {
  const last = await kysely
    .selectFrom('attachment_chunks')
    .select('position')
    .where('attachment_id', '=', attachmentId)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last ? last.position + 1 : 0;
}

async function writeChunk(
  database: KyselyDatabase,
  chunk: { attachment_id: number; position: number; body: Buffer },
): Promise<void> {
  await inTransaction(database, (transaction) =>
    transaction
      .insertInto('attachment_chunks')
      .values(chunk)
      .onConflict((conflict) => conflict.columns(['attachment_id', 'position']).doNothing())
      .execute(),
  );
}
