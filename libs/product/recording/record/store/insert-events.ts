import type { Transaction } from 'kysely';
import type { Schema } from '#persistence/stores';
import { Overtaken, inChunks, compareText, toKeyName, toPortableText } from '#persistence/stores';
import { toOccurredAt } from '#product/recording/reports';
import { toUserNumber } from '#product/recording/issues';
import type { SealUser } from '#product/recording/steps';
import type { RecordedEvent } from '#product/recording/reports';

/**
 * Limits, in bytes, that keep the row of a stub (an event stored without payload) within 200 bytes.
 */
const MOST_DIGEST_LENGTH = 20;
const MOST_USER_NAME_LENGTH = 40;

/**
 * Writes the rows of events, and the payloads of events that are kept whole. Returns row ids by
 * `toKeyName` of project and event id. Within a project, the new row ids are in the order of event
 * ids. Rejects with `Overtaken` when another process has meanwhile written one of these events. The
 * transaction must then be rolled back, because it has already counted the event.
 */
export async function insertEvents(
  transaction: Transaction<Schema>,
  events: readonly RecordedEvent[],
  seal: SealUser,
): Promise<ReadonlyMap<string, number>> {
  const inOrder = events.toSorted(
    ({ grouped: { event: a } }, { grouped: { event: b } }) =>
      a.projectId - b.projectId || compareText(a.eventId, b.eventId),
  );
  const inserted = await inChunks(inOrder, (chunk) =>
    transaction
      .insertInto('events')
      .values(chunk.map((event) => toEventRow(event, seal)))
      .onConflict((conflict) => conflict.columns(['project_id', 'event_id']).doNothing())
      .returning(['id', 'project_id', 'event_id'])
      .execute(),
  );
  if (inserted.length < events.length) throw new Overtaken();
  const payloads = new Map(
    events
      .filter(({ keeping }) => keeping === 'whole')
      .map(({ grouped: { event, payload } }) => [
        toKeyName(event.projectId, event.eventId),
        payload,
      ]),
  );
  const rows = inserted.flatMap(({ id, project_id, event_id }) => {
    const payload = payloads.get(toKeyName(project_id, event_id));
    return payload ? [{ id, encoding: payload.encoding, body: payload.body }] : [];
  });
  await inChunks(rows, (chunk) => transaction.insertInto('event_payloads').values(chunk).execute());
  return new Map(
    inserted.map(({ id, project_id, event_id }) => [toKeyName(project_id, event_id), id]),
  );
}

function toEventRow({ grouped, keyId, groupingVersion, keeping }: RecordedEvent, seal: SealUser) {
  const { event, userHash } = grouped;
  const isWhole = keeping === 'whole';
  return {
    project_id: event.projectId,
    event_id: event.eventId,
    grouping_key_id: keyId,
    grouping_version: groupingVersion ?? null,
    received_at: event.receivedAtMs,
    occurred_at: toOccurredAt(grouped),
    level: event.level,
    release: isWhole ? (event.release ?? null) : null,
    environment: isWhole ? (event.environment ?? null) : null,
    trace_id: event.traceId ?? null,
    not_kept: isWhole ? null : keeping,
    digest: isWhole ? null : shorten(event.digest, MOST_DIGEST_LENGTH),
    user_name: isWhole ? null : shorten(event.userName, MOST_USER_NAME_LENGTH),
    user_number: userHash === undefined ? null : toUserNumber(seal(event.projectId, userHash)),
  };
}

function shorten(text: string | undefined, maxBytes: number): string | null {
  if (text === undefined) return null;
  const { read } = new TextEncoder().encodeInto(toPortableText(text), new Uint8Array(maxBytes));
  return text.slice(0, read);
}
