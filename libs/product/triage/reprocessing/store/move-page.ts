import { sql } from 'kysely';
import { lockIssues } from '#product/recording/issues';
import { MovedMeanwhile, moveEvents } from '#product/recording/record';
import { addStorage } from '#product/recording/storage';
import { writeJournal } from '#product/recording/tags';
import { settleIssues } from '#product/triage/states';
import type { OrderStep } from './hold-order.ts';
import { type LockedKey, lockKeys } from './lock-keys.ts';
import type { RemadeEvent } from './reprocessing.types.ts';

/**
 * An event, and the id of the key under which it counts after reprocessing. The key may be the same
 * as before.
 */
export type PlacedEvent = RemadeEvent & { readonly keyId: number };

/**
 * Moves events to their new keys and updates the titles of the issues. Locks keys before issues, as
 * recording does. Returns the events that moved. Throws `MovedMeanwhile` when another process has
 * changed an event.
 */
export async function movePage(
  step: OrderStep,
  placed: readonly PlacedEvent[],
): Promise<readonly PlacedEvent[]> {
  const keyIds = placed.flatMap(({ keyId, event }) => [keyId, event.grouping_key_id]);
  const keys = await lockKeys(step, keyIds);
  const there = placed.filter(
    ({ keyId, event }) => keys.has(keyId) && keys.has(event.grouping_key_id),
  );
  if (there.length === 0) return [];
  const issueIds = [...new Set([...keys.values()].map(({ issueId }) => issueId))];
  const before = await lockIssues(step, issueIds);
  const moving = there.filter(({ keyId, event }) => keyId !== event.grouping_key_id);
  for (const fromKeyId of new Set(moving.map(({ event }) => event.grouping_key_id))) {
    const moved = moving
      .filter(({ event }) => event.grouping_key_id === fromKeyId)
      .map((each) => toMoved(each, keys));
    await moveEvents(step.transaction, { fromKeyId, moved, nowMs: step.nowMs });
  }
  await writeHeads(step, there);
  await settleIssues(step, issueIds, { before, moves: [], nowMs: step.nowMs });
  await writePayloads(step, there);
  await moveTags(step, moving);
  return moving;
}

/**
 * Takes the facts for counting from the event's row. The payload could give other facts than at the
 * first recording, and counts would become wrong.
 */
function toMoved({ event, grouped, keyId }: PlacedEvent, keys: ReadonlyMap<number, LockedKey>) {
  return {
    id: event.id,
    userNumber: event.user_number,
    to: keys.get(keyId)!,
    grouped: toCounted({ event, grouped }),
  };
}

async function moveTags({ transaction }: OrderStep, moving: readonly PlacedEvent[]): Promise<void> {
  await writeJournal(
    transaction,
    moving.flatMap(({ event, grouped, keyId }) => {
      const { tags = new Map<string, string>() } = grouped.event;
      const tagged = { occurredAtMs: event.occurred_at, tags };
      return [
        { ...tagged, keyId: event.grouping_key_id, events: -1 },
        { ...tagged, keyId },
      ];
    }),
  );
}

export function toCounted({ event, grouped }: RemadeEvent): RemadeEvent['grouped'] {
  const facts = {
    projectId: event.project_id,
    eventId: event.event_id,
    receivedAtMs: event.received_at,
    occurredAtMs: event.occurred_at,
  };
  return { ...grouped, event: { ...grouped.event, ...facts } };
}

async function writeHeads(
  { transaction }: OrderStep,
  placed: readonly PlacedEvent[],
): Promise<void> {
  for (const { event, grouped, keyId } of placed) {
    const { type, value, place } = grouped.grouping;
    await transaction
      .updateTable('grouping_keys')
      .set({
        type,
        value,
        place,
      })
      .where('id', '=', keyId)
      .where('newest_event_id', '=', event.id)
      .execute();
  }
}

async function writePayloads(
  { transaction }: OrderStep,
  placed: readonly PlacedEvent[],
): Promise<void> {
  const written = placed.filter(({ event, grouped }) => !grouped.payload.body.equals(event.body));
  for (const { event, grouped } of written) {
    const { numUpdatedRows } = await transaction
      .updateTable('event_payloads')
      .set(grouped.payload)
      .where('id', '=', event.id)
      .where(sql<boolean>`body = ${event.body}`)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new MovedMeanwhile();
  }
  await addStorage(
    transaction,
    written.map(({ event, grouped }) => ({
      projectId: event.project_id,
      atMs: event.received_at,
      bytes: grouped.payload.body.length - event.body.length,
    })),
  );
}
