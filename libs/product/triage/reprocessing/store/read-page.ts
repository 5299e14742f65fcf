import { type Kysely, sql } from 'kysely';
import type { Schema } from '#persistence/stores';
import { decodeSafely } from '#product/recording/reports';
import type { OrderRow, PageEvent } from './reprocessing.types.ts';

/**
 * Maximum number of events and of bytes in a page. Reprocessing and writing this many takes some
 * 100 ms.
 */
const PAGE_BOUNDS = { events: 20, bytes: 512 * 1024 };

type Row = Omit<PageEvent, 'body' | 'payload'> & { readonly bytes: number };

/** Returns the next events of an order, at least one when any is left. */
export async function readPage(db: Kysely<Schema>, order: OrderRow): Promise<PageEvent[]> {
  const rows: readonly Row[] =
    order.state === 'undoing' ? await listMoved(db, order) : await listDue(db, order);
  let bytes = 0;
  const end = rows.findIndex((row) => (bytes += row.bytes) > PAGE_BOUNDS.bytes);
  const taken = end === -1 ? rows : rows.slice(0, Math.max(end, 1));
  if (taken.length === 0) return [];
  const payloads = await db
    .selectFrom('event_payloads')
    .selectAll()
    .where(
      'id',
      'in',
      taken.map(({ id }) => id),
    )
    .execute();
  const byId = new Map(payloads.map((payload) => [payload.id, payload]));
  return taken.map((row) => {
    const { bytes: _, ...event } = row;
    const stored = byId.get(event.id);
    return stored
      ? { ...event, body: stored.body, ...decodeSafely(stored) }
      : { ...event, body: Buffer.alloc(0) };
  });
}

export function readKeys({ keys }: OrderRow): readonly number[] {
  return JSON.parse(keys) as number[];
}

function selectWhole(db: Kysely<Schema>) {
  return db
    .selectFrom('events')
    .innerJoin('event_payloads', 'event_payloads.id', 'events.id')
    .select(['events.id', 'events.project_id', 'events.event_id', 'events.grouping_key_id'])
    .select(['events.received_at', 'events.occurred_at', 'events.user_number'])
    .select(({ fn }) => fn<number>('length', ['body']).as('bytes'))
    .where('not_kept', 'is', null);
}

/**
 * Lists the next events of the current key, in the order in which they occurred. An index without
 * stubs (events without payload) has this order.
 */
async function listDue(db: Kysely<Schema>, order: OrderRow): Promise<Row[]> {
  const keyId = readKeys(order)[order.key_place];
  if (keyId === undefined) return [];
  return selectWhole(db)
    .where('grouping_key_id', '=', keyId)
    .where(sql<boolean>`(occurred_at, events.id) > (${order.reached_at}, ${order.reached_id})`)
    .orderBy('occurred_at')
    .orderBy('events.id')
    .limit(PAGE_BOUNDS.events)
    .execute();
}

/**
 * Lists events that the undo has to move back. Skips events that have lost their payload or were
 * moved again.
 */
async function listMoved(db: Kysely<Schema>, order: OrderRow): Promise<Row[]> {
  return selectWhole(db)
    .innerJoin('reprocessed_events', (join) =>
      join
        .onRef('reprocessed_events.event_id', '=', 'events.id')
        .onRef('to_key', '=', 'grouping_key_id'),
    )
    .select('from_key as backTo')
    .where('order_id', '=', order.id)
    .where('reprocessed_events.event_id', '>', order.reached_id)
    .orderBy('reprocessed_events.event_id')
    .limit(PAGE_BOUNDS.events)
    .execute();
}
