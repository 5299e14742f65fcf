import type { Transaction } from 'kysely';
import type { Schema } from '../../schema/schema.ts';
import { Overtaken } from '../transaction.ts';
import { inChunks } from './chunks.ts';
import { compareText, toKeyName } from './key-tally.ts';
import { toPortableTextOrNull } from './portable-text.ts';
import type { GroupedEvent } from '../report.store.ts';
import type { ResolvedKeys } from './resolve-keys.ts';

/**
 * Writes events and their bodies. Rejects with `Overtaken` when another process wrote one of the ids
 * since they were looked up: what was counted for it must not stay.
 */
export async function insertEvents(
  transaction: Transaction<Schema>,
  events: readonly GroupedEvent[],
  keys: ResolvedKeys,
): Promise<void> {
  const inOrder = events.toSorted(
    (a, b) =>
      a.event.projectId - b.event.projectId || compareText(a.event.eventId, b.event.eventId),
  );
  const inserted = await inChunks(inOrder, (chunk) =>
    transaction
      .insertInto('events')
      .values(chunk.map((grouped) => toEventRow(grouped, keys)))
      .onConflict((conflict) => conflict.columns(['project_id', 'event_id']).doNothing())
      .returning(['id', 'project_id', 'event_id'])
      .execute(),
  );
  if (inserted.length < events.length) throw new Overtaken();
  const payloads = new Map(
    events.map(({ event, payload }) => [toKeyName(event.projectId, event.eventId), payload]),
  );
  const rows = inserted.flatMap(({ id, project_id, event_id }) => {
    const payload = payloads.get(toKeyName(project_id, event_id));
    return payload ? [{ id, ...payload }] : [];
  });
  await inChunks(rows, (chunk) => transaction.insertInto('event_payloads').values(chunk).execute());
}

function toEventRow({ event, grouping }: GroupedEvent, keys: ResolvedKeys) {
  const key = keys.get(toKeyName(event.projectId, grouping.key));
  if (!key) throw new Overtaken();
  return {
    project_id: event.projectId,
    event_id: event.eventId,
    grouping_key_id: key.id,
    received_at: event.receivedAtMs,
    occurred_at: Math.round(event.occurredAtMs),
    level: event.level,
    release: toPortableTextOrNull(event.release),
    environment: toPortableTextOrNull(event.environment),
    trace_id: toPortableTextOrNull(event.traceId),
  };
}
