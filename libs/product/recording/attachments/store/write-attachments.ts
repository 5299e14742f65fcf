import type { KyselyDatabase } from '#persistence/stores';
import { packChunk } from '#product/recording/reports';
import { CHUNK_BYTES, toChunks } from './chunk-bytes.ts';
import { listReceipts } from '#product/recording/record';
import type { ProcessedReport } from '#product/recording/reports';
import { StorageRoom } from '#product/recording/storage';
import { findRoom } from './attachment-room.ts';
import { ChunkWriter } from './chunk-writer.ts';
import { listOwned, type OwnedAttachment } from './owned-attachment.ts';
import { toNameInReport, touchAttachments } from './touch-attachments.ts';

/**
 * Attachments written in one transaction. Each transaction waits for the disk, and anyone may send
 * a hundred files of one byte at once.
 */
const ATTACHMENTS_PER_TRANSACTION = 100;

/**
 * Writes attachments before their reports are recorded, without making them visible: small ones
 * together, large ones a chunk at a time. Each chunk is packed separately, so that it can be read
 * separately. Chunks that an earlier attempt wrote are not written again.
 */
export async function writeAttachments(
  database: KyselyDatabase,
  reports: readonly ProcessedReport[],
): Promise<void> {
  const reportsWithSome = reports.filter(({ attachments }) => attachments);
  if (reportsWithSome.length === 0) return;
  const attachments = reportsWithSome.flatMap(listOwned);
  const room = await findRoom(database.kysely, attachments);
  const storage = await StorageRoom.open(database.kysely, listReceipts(reportsWithSome));
  // Each attachment is checked here as if it were the only one. Recording decides later which of
  // them are kept.
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
    // A missing row means that the attachment was already recorded or is being removed. Recording
    // handles both cases.
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
 * Allocates memory that all chunks share. A buffer for each chunk would leave garbage of the file's
 * size, which V8 lets grow to tens of megabytes before collecting it.
 */
function allocateChunk(attachments: readonly OwnedAttachment[]): Buffer {
  const bytes = attachments.reduce((sum, attachment) => sum + attachment.bytes, 0);
  return Buffer.allocUnsafeSlow(Math.min(CHUNK_BYTES, bytes));
}
