import type { KyselyDatabase } from '#persistence/stores';
import { packChunk } from '#product/recording/reports';
import { CHUNK_BYTES, toChunks } from './chunk-bytes.ts';
import { listReceipts } from '#product/recording/record';
import type { ProcessedReport } from '#product/recording/reports';
import { StorageRoom } from '#product/recording/storage';
import { findAbouts } from './about-events.ts';
import { findRoom } from './attachment-room.ts';
import { ChunkWriter } from './chunk-writer.ts';
import { listOwned, type OwnedAttachment } from './owned-attachment.ts';
import { toNameInReport, touchAttachments } from './touch-attachments.ts';

/** A transaction is synced, whatever it holds: anyone may send a hundred files of a byte each at once. */
const ATTACHMENTS_PER_TRANSACTION = 100;

/**
 * Writes attachments down, out of sight, before their reports are recorded: small ones together, large ones a chunk
 * at a time, each packed for itself, so that it can be read for itself. What is there already, of an attempt before, is not written again.
 */
export async function writeAttachments(
  database: KyselyDatabase,
  reports: readonly ProcessedReport[],
): Promise<void> {
  const reportsWithSome = reports.filter((report) => report.attachments.length > 0);
  if (reportsWithSome.length === 0) return;
  const abouts = await findAbouts(database.kysely, reportsWithSome);
  const attachments = reportsWithSome.flatMap((report) => listOwned(report, abouts));
  const room = await findRoom(database.kysely, attachments);
  const storage = await StorageRoom.open(database.kysely, listReceipts(reportsWithSome));
  // Each for itself: which of them are kept is decided when they are recorded.
  const fitting = attachments.filter(
    (attachment) =>
      room.fits(attachment) && storage.hasRoom({ ...attachment, atMs: attachment.receivedAtMs }),
  );
  for (let start = 0; start < fitting.length; start += ATTACHMENTS_PER_TRANSACTION) {
    await writeSome(database, fitting.slice(start, start + ATTACHMENTS_PER_TRANSACTION));
  }
}

async function writeSome(
  database: KyselyDatabase,
  attachments: readonly OwnedAttachment[],
): Promise<void> {
  const pending = await touchAttachments(database, attachments);
  const memory = allocateChunk(attachments);
  const writer = new ChunkWriter(database, allocateChunk(attachments));
  for (const attachment of attachments) {
    // Else it was recorded before, or is being removed: then recording finds out.
    const row = pending.get(toNameInReport(attachment));
    if (!row) continue;
    let position = 0;
    for await (const chunk of toChunks(attachment.read(), memory)) {
      if (position >= row.chunks) {
        await writer.add({ attachment_id: row.id, position, body: packChunk(chunk) });
      }
      position += 1;
    }
  }
  await writer.flush();
}

/**
 * Memory for one chunk after the other. A buffer for each chunk would be garbage of the file's size, which V8 lets grow to
 * tens of megabytes before it looks.
 */
function allocateChunk(attachments: readonly OwnedAttachment[]): Buffer {
  const bytes = attachments.reduce((sum, attachment) => sum + attachment.bytes, 0);
  return Buffer.allocUnsafeSlow(Math.min(CHUNK_BYTES, bytes));
}
