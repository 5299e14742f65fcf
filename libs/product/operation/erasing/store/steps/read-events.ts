import type { Kysely } from 'kysely';
import { decodePayload } from '#product/recording/reports';
import type { Schema } from '#persistence/stores';
import type { IdWindow, NamingEvent, PersonEraser } from '#product/recording/steps';
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
  readonly whole?: NamingEvent & { readonly sent: string };
  /** True for a stub whose user is the person. */
  readonly isStubOfUser: boolean;
  /** Digests and request ids of the event that name the person. */
  readonly named: readonly string[];
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
  const ids = [0, ...taken.map(({ id }) => id)];
  const payloads = await readPayloads(db, ids);
  const names = await db.selectFrom('event_names').selectAll().where('id', 'in', ids).execute();
  const found = taken.flatMap(({ user_name, ...row }) => {
    const payload = payloads.get(row.id);
    const whole = payload && findIn(payload, person);
    const isStubOfUser = !payload && user_name !== null && person.isCut(user_name);
    const named = names
      .filter(({ id, name }) => id === row.id && (whole ?? person).redact(name) !== name)
      .map(({ name }) => name);
    return whole || isStubOfUser || named.length > 0
      ? [{ ...row, whole, isStubOfUser, named }]
      : [];
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
  ids: readonly number[],
): Promise<ReadonlyMap<number, { encoding: string; body: Buffer }>> {
  const rows = await db.selectFrom('event_payloads').selectAll().where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Finds the person in an event. Returns undefined when the payload is damaged and cannot be read.
 */
function findIn(payload: { encoding: string; body: Buffer }, person: PersonEraser) {
  try {
    const decoded = decodePayload(payload);
    const found = person.findInEvent(decoded);
    return found && { ...found, sent: decoded.json };
  } catch {
    return undefined;
  }
}
