import { type Kysely, sql, type Transaction } from 'kysely';
import { boundLimits, retentionLimits } from '#shared';
import type { Schema } from '#persistence/stores';
import { type FileOwner, removeSomeOf } from '#product/recording/attachments';
import { addStorage } from '#product/recording/storage';

const ROWS_PER_STEP = 500;

export interface RemovingEvents {
  readonly transaction: Transaction<Schema>;
  readonly owners: readonly FileOwner[];
}

interface FoundEvent {
  readonly id: number;
  readonly project_id: number;
  readonly event_id: string;
  readonly received_at: number;
  /** Bytes of the packed payload; null for a stub (an event whose payload was not stored). */
  readonly bytes: number | null;
}

export function selectEvents(db: Kysely<Schema>) {
  return (
    db
      .selectFrom('events')
      .leftJoin('event_payloads', 'event_payloads.id', 'events.id')
      .select(['events.id', 'events.project_id', 'events.event_id', 'events.received_at'])
      // `length(body)` does not load the blob, on SQLite or PostgreSQL.
      .select(({ fn }) => fn<number | null>('length', ['body']).as('bytes'))
  );
}

/**
 * Deletes some files of these events and their owners. All events belong to one project. When
 * neither is left, deletes as many of the events as fit into one transaction. Counts of events stay.
 * Returns how many events it deleted, or undefined when `events` is empty.
 */
export async function removeEvents(
  removing: RemovingEvents,
  events: readonly FoundEvent[],
): Promise<number | undefined> {
  if (events.length === 0) return undefined;
  if (await removeBelongings(removing, events)) return 0;
  const { transaction } = removing;
  const leaving = takeBytes(events, retentionLimits.bytesPerStep);
  const removed = await transaction
    .deleteFrom('events')
    .where(
      'id',
      'in',
      leaving.map(({ id }) => id),
    )
    .returning('id')
    .execute();
  // On PostgreSQL, another process may have deleted some of these events first.
  const ids = new Set(removed.map(({ id }) => id));
  await addStorage(
    transaction,
    leaving
      .filter(({ id }) => ids.has(id))
      .map(({ project_id, received_at, bytes }) => ({
        projectId: project_id,
        atMs: received_at,
        bytes: -(boundLimits.stubBytes + (bytes ?? 0)),
      })),
  );
  return ids.size;
}

function takeBytes<Row extends { readonly bytes: number | null }>(
  rows: readonly Row[],
  maxBytes: number,
): readonly Row[] {
  let bytes = 0;
  const last = rows.findIndex((row) => (bytes += row.bytes ?? 0) >= maxBytes);
  return last === -1 ? rows : rows.slice(0, last + 1);
}

async function removeBelongings(
  { transaction, owners }: RemovingEvents,
  events: readonly { readonly project_id: number; readonly event_id: string }[],
): Promise<boolean> {
  const projectId = events[0]!.project_id;
  const eventIds = events.map(({ event_id }) => event_id);
  const about = [];
  for (const owner of owners) {
    const found = await owner.findAbout(transaction, projectId, eventIds);
    about.push({ table: owner.table, ...found });
  }
  const attachments = await transaction
    .selectFrom('attachments')
    .select('id')
    .where('project_id', '=', projectId)
    .where('event_id', 'in', [...eventIds, ...about.flatMap(({ ownerIds }) => ownerIds)])
    .where('state', '=', 'kept')
    .limit(ROWS_PER_STEP)
    .execute();
  const attachmentIds = attachments.map(({ id }) => id);
  if (await removeSomeOf(transaction, attachmentIds)) return true;
  for (const { table, ids } of about) if (await removeRows(transaction, table, ids)) return true;
  return false;
}

/** Returns whether `ids` named any rows. */
export async function removeRows(
  transaction: Transaction<Schema>,
  table: FileOwner['table'],
  ids: readonly number[],
): Promise<boolean> {
  if (ids.length === 0) return false;
  await sql`delete from ${sql.table(table)} where id in (${sql.join(ids)})`.execute(transaction);
  return true;
}
