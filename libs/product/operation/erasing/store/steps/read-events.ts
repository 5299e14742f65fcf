import type { Kysely } from 'kysely';
import { decodePayload } from '#product/recording/reports';
import type { Schema } from '#persistence/stores';
import type { ErasedEvent, IdWindow, PersonEraser } from '#product/recording/steps';
import { findReached } from './erasure-step.ts';

/**
 * Maximum number of events, and of bytes of packed payloads, that one step reads. A step of 20 kB
 * events blocks its thread for about 25 ms.
 */
const STEP = { events: 50, bytes: 256 * 1024 };

export interface FoundEvent {
  readonly id: number;
  readonly project_id: number;
  readonly event_id: string;
  readonly grouping_key_id: number;
  readonly received_at: number;
  /** Absent for a stub (an event whose payload was not stored). */
  readonly whole?: ErasedEvent & {
    readonly body: Buffer;
    readonly sent: string;
  };
}

export async function readEvents(
  db: Kysely<Schema>,
  window: IdWindow,
  person: PersonEraser,
): Promise<{ found: FoundEvent[]; looked: number; reachedId: number }> {
  const rows = await selectEvents(db, window);
  let bytes = 0;
  const end = rows.findIndex((row) => (bytes += row.bytes ?? 0) > STEP.bytes);
  const taken = end === -1 ? rows : rows.slice(0, Math.max(end, 1));
  const payloads = await readPayloads(db, taken);
  const found = taken.flatMap(({ user_name, ...event }) => {
    const payload = payloads.get(event.id);
    if (!payload) return user_name !== null && person.isCut(user_name) ? [event] : [];
    const whole = findIn(payload, person);
    return whole ? [{ ...event, whole: { ...whole, body: payload.body } }] : [];
  });
  const reachedId =
    taken.length < rows.length ? taken.at(-1)!.id : findReached(window, rows, STEP.events);
  return { found, looked: taken.length, reachedId };
}

function selectEvents(db: Kysely<Schema>, { afterId, upToId, projectId }: IdWindow) {
  return (
    db
      .selectFrom('events')
      .leftJoin('event_payloads', 'event_payloads.id', 'events.id')
      .select(['events.id', 'events.project_id', 'events.event_id', 'events.grouping_key_id'])
      .select(['events.received_at', 'events.user_name'])
      // `length(body)` does not load the blob, on SQLite or PostgreSQL.
      .select(({ fn }) => fn<number | null>('length', ['body']).as('bytes'))
      .where('events.id', '>', afterId)
      .where('events.id', '<=', upToId)
      .$if(projectId !== null, (query) => query.where('events.project_id', '=', projectId!))
      .orderBy('events.id')
      .limit(STEP.events)
      .execute()
  );
}

async function readPayloads(
  db: Kysely<Schema>,
  events: readonly { readonly id: number }[],
): Promise<ReadonlyMap<number, { encoding: string; body: Buffer }>> {
  if (events.length === 0) return new Map();
  const rows = await db
    .selectFrom('event_payloads')
    .select(['id', 'encoding', 'body'])
    .where(
      'id',
      'in',
      events.map(({ id }) => id),
    )
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Finds the person in an event. Returns undefined when the payload is damaged and cannot be read.
 */
function findIn(payload: { encoding: string; body: Buffer }, person: PersonEraser) {
  try {
    const decoded = decodePayload(payload);
    const without = person.eraseEvent(decoded);
    return without && { ...without, sent: decoded.json };
  } catch {
    return undefined;
  }
}
