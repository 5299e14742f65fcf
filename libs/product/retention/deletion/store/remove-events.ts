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
  const leaving = toIds(takeBytes(events, retentionLimits.bytesPerStep));
  const bytes = await removePayloads(transaction, leaving);
  const removed = await transaction
    .deleteFrom('events')
    .where('id', 'in', leaving)
    .returning(['id', 'project_id', 'received_at'])
    .execute();
  await addStorage(
    transaction,
    removed.map(({ id, project_id, received_at }) => ({
      projectId: project_id,
      atMs: received_at,
      bytes: -(boundLimits.stubBytes + (bytes.get(id) ?? 0)),
    })),
  );
  return removed.length;
}

/** Deletes the payloads of events that stay as stubs. */
export async function dropPayloads(
  transaction: Transaction<Schema>,
  events: readonly Omit<FoundEvent, 'event_id' | 'bytes'>[],
): Promise<void> {
  const bytes = await removePayloads(
    transaction,
    events.map(({ id }) => id),
  );
  await addStorage(
    transaction,
    events.map(({ id, project_id: projectId, received_at: atMs }) => ({
      projectId,
      atMs,
      bytes: -(bytes.get(id) ?? 0),
    })),
  );
}

/**
 * Deletes payloads and returns their bytes by event. On PostgreSQL, another process may have
 * deleted or rewritten some since they were read.
 */
async function removePayloads(
  transaction: Transaction<Schema>,
  eventIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const removed = await transaction
    .deleteFrom('event_payloads')
    .where('id', 'in', eventIds)
    .returning(['id', sql<number>`length(body)`.as('bytes')])
    .execute();
  return new Map(removed.map(({ id, bytes }) => [id, bytes]));
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
  const attachments = await transaction
    .selectFrom('attachments')
    .select('id')
    .where('project_id', '=', projectId)
    .where((rows) =>
      rows.or([rows('event_id', 'in', eventIds), rows('about_event_id', 'in', eventIds)]),
    )
    .where('state', '=', 'kept')
    .limit(ROWS_PER_STEP)
    .execute();
  if (await removeSomeOf(transaction, toIds(attachments))) return true;
  for (const owner of owners) {
    const { table } = owner;
    const { rows } = await sql<{ id: number }>`
      select id from ${sql.table(table)}
      where project_id = ${projectId} and event_id in (${sql.join(eventIds)})
      limit ${ROWS_PER_STEP}`.execute(transaction);
    if (rows.length === 0) continue;
    // Only the rows lead to files that came apart from them.
    const files = await owner.listFiles(transaction, toIds(rows));
    if (await removeSomeOf(transaction, toIds(files))) return true;
    return removeRows(transaction, table, toIds(rows));
  }
  return false;
}

function toIds(rows: readonly { readonly id: number }[]): number[] {
  return rows.map(({ id }) => id);
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
