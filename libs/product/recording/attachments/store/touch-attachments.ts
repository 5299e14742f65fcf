import { type Kysely, sql } from 'kysely';
import type { KyselyDatabase, Schema } from '#persistence/stores';
import { inTransaction, compareText } from '#persistence/stores';
import type { OwnedAttachment } from './owned-attachment.ts';

interface PendingAttachment {
  readonly id: number;
  /** How many chunks are stored. Chunks are written in order, so these are the first ones. */
  readonly chunks: number;
}

export function toNameInReport({
  origin,
  reportId,
  item,
}: Pick<OwnedAttachment, 'origin' | 'reportId' | 'item'>): string {
  return `${item}/${reportId}/${origin}`;
}

/**
 * Creates rows for the attachments, or renews `touched_at`, in one transaction. Returns the pending
 * ones by `toNameInReport`.
 */
export async function touchAttachments(
  database: KyselyDatabase,
  attachments: readonly OwnedAttachment[],
): Promise<Map<string, PendingAttachment>> {
  const rows = toRows(attachments);
  const touched = await inTransaction(database, (transaction) =>
    transaction
      .insertInto('attachments')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['origin', 'report_id', 'item'])
          .doUpdateSet({ touched_at: sql`excluded.touched_at` }),
      )
      .returning(['id', 'state', 'origin', 'report_id as reportId', 'item'])
      .execute(),
  );
  const pending = touched.filter(({ state }) => state === 'pending');
  const chunks = await countChunks(
    database.kysely,
    pending.map(({ id }) => id),
  );
  return new Map(
    pending.map((row) => [toNameInReport(row), { id: row.id, chunks: chunks.get(row.id) ?? 0 }]),
  );
}

/**
 * Returns each attachment once, sorted, because processes that lock the same rows in different
 * orders could deadlock.
 */
function toRows(attachments: readonly OwnedAttachment[]) {
  // Differences between the clocks of machines do not matter, because unrecorded rows stay for a
  // day.
  const touchedAt = Date.now();
  const byName = new Map(attachments.map((each) => [toNameInReport(each), each]));
  return [...byName.values()].toSorted(compareByName).map((attachment) => ({
    project_id: attachment.projectId,
    event_id: attachment.eventId,
    origin: attachment.origin,
    report_id: attachment.reportId,
    item: attachment.item,
    state: 'pending' as const,
    name: attachment.name,
    content_type: attachment.contentType,
    type: attachment.type,
    bytes: attachment.bytes,
    received_at: attachment.receivedAtMs,
    touched_at: touchedAt,
    about_event_id: null,
  }));
}

function compareByName(one: OwnedAttachment, other: OwnedAttachment): number {
  return (
    compareText(one.origin, other.origin) || one.reportId - other.reportId || one.item - other.item
  );
}

async function countChunks(
  db: Kysely<Schema>,
  attachmentIds: readonly number[],
): Promise<Map<number, number>> {
  if (attachmentIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('attachment_chunks')
    .select(['attachment_id', sql<number>`max(position) + 1`.as('chunks')])
    .where('attachment_id', 'in', attachmentIds)
    .groupBy('attachment_id')
    .execute();
  return new Map(rows.map(({ attachment_id, chunks }) => [attachment_id, chunks]));
}
