import { sql, type Transaction } from 'kysely';
import type { Schema } from '#persistence/stores';
import { inChunks, toKeyName } from '#persistence/stores';
import { addCounts, dropEmptyCounts, NameIds } from '#product/recording/counts';
import { toUserNumber } from '#product/recording/issues';
import type { GroupedEvent } from '#product/recording/reports';
import { toOccurredAt } from '#product/recording/reports';
import { countKeys } from './count-keys.ts';
import { moveKept } from './keep-whole.ts';
import type { ResolvedKey } from './keys/find-keys.ts';
import { tallyByKey } from './keys/key-tally.ts';

/**
 * Largest number of a grouping key's events that `removeUsersWithoutEvents` reads, because
 * recording waits meanwhile.
 */
const MOST_EVENTS = 20_000;

/**
 * Thrown when another process has moved or removed an event, or its payload, since the event was
 * read. The transaction must be rolled back.
 */
export class MovedMeanwhile extends Error {}

export interface MovedEvent {
  /** `events.id`. */
  readonly id: number;
  readonly grouped: GroupedEvent;
  readonly userNumber: number | null;
  readonly to: ResolvedKey & { readonly key: string };
}

interface Move {
  readonly fromKeyId: number;
  readonly moved: readonly MovedEvent[];
  readonly nowMs: number;
}

/**
 * Moves events from one key to others, with their counts but without tags and users. The caller
 * moves the tags; users stay under the old key until `removeUsersWithoutEvents`. Counts of the
 * whole project do not change. The transaction must hold locks on the project and on all these
 * keys. The caller recounts the issues afterwards. Throws `MovedMeanwhile`.
 */
export async function moveEvents(transaction: Transaction<Schema>, move: Move): Promise<void> {
  const { fromKeyId, moved, nowMs } = move;
  if (moved.length === 0) return;
  await pointEvents(transaction, move);
  const hashes = await findUserPseudonyms(transaction, move);
  const decided = moved.map(({ grouped: sent, userNumber, to }) => {
    const { userHash: _, ...grouped } = sent;
    const userHash = hashes.get(userNumber ?? NaN);
    return { key: to.key, grouped: userHash === undefined ? grouped : { ...grouped, userHash } };
  });
  const rows = new Map(moved.map(({ to }) => [to.key, to]));
  const counted = tallyByKey(decided).map((tally) => ({ tally, key: rows.get(tally.key)! }));
  const rowIds = new Map(
    moved.map(({ id, grouped: { event } }) => [toKeyName(event.projectId, event.eventId), id]),
  );
  const names = await NameIds.find(
    transaction,
    moved.map(({ grouped: { event } }) => event),
  );
  await countKeys(transaction, counted, { rowIds, names, nowMs, seal: (_, sealed) => sealed });
  await uncount(transaction, move, names);
  await moveKept(
    transaction,
    moved.map(({ grouped, to }) => ({ grouped, from: fromKeyId, to: to.id })),
    nowMs,
  );
}

async function pointEvents(
  transaction: Transaction<Schema>,
  { fromKeyId, moved }: Move,
): Promise<void> {
  for (const keyId of new Set(moved.map(({ to }) => to.id))) {
    const theirs = moved.filter(({ to }) => to.id === keyId);
    const { numUpdatedRows } = await transaction
      .updateTable('events')
      .set({
        grouping_key_id: keyId,
        grouping_version: theirs[0]!.grouped.grouping.keys[0]!.version,
      })
      .where(
        'id',
        'in',
        theirs.map(({ id }) => id),
      )
      .where('grouping_key_id', '=', fromKeyId)
      .where('not_kept', 'is', null)
      .executeTakeFirst();
    if (Number(numUpdatedRows) < theirs.length) throw new MovedMeanwhile();
  }
}

/**
 * Returns the full pseudonyms of the events' users. Event rows hold only a number, made from the
 * first six bytes.
 */
async function findUserPseudonyms(
  transaction: Transaction<Schema>,
  { fromKeyId, moved }: Move,
): Promise<ReadonlyMap<number, string>> {
  const numbers = moved.flatMap(({ userNumber }) => userNumber ?? []);
  const rows = await inChunks([...new Set(numbers)].map(toPrefix), (chunk) =>
    transaction
      .selectFrom('key_users')
      .select('user_hash')
      .where('grouping_key_id', '=', fromKeyId)
      .where(sql<string>`substr(user_hash, 1, 8)`, 'in', chunk)
      .execute(),
  );
  return new Map(rows.map(({ user_hash }) => [toUserNumber(user_hash), user_hash]));
}

/** Reverses `toUserNumber`. */
function toPrefix(userNumber: number): string {
  const bytes = Buffer.alloc(6);
  bytes.writeUIntBE(userNumber, 0, 6);
  return bytes.toString('base64url');
}

/**
 * Subtracts the events from their old key. The key's head and releases stay, because stubs (events
 * stored without payload) do not have them. A key without events loses its `value`, because the
 * text may name a person.
 */
async function uncount(
  transaction: Transaction<Schema>,
  { fromKeyId, moved, nowMs }: Move,
  names: NameIds,
): Promise<void> {
  const occurrences = moved.map(({ grouped }) => {
    const { projectId, release, environment } = grouped.event;
    return { projectId, release, environment, occurredAtMs: toOccurredAt(grouped) };
  });
  const times = occurrences.map(({ occurredAtMs }) => occurredAtMs);
  await addCounts(
    transaction,
    occurrences.map((each) => ({ ...each, keyId: fromKeyId, events: -1 })),
    { names, nowMs },
  );
  await dropEmptyCounts(transaction, fromKeyId);
  const ofKey = sql`from events e where e.grouping_key_id = grouping_keys.id`;
  await sql`
    update grouping_keys set
      events = events - ${moved.length},
      value = case when events > ${moved.length} then value else '' end,
      newest_event_id = case when newest_event_id in (${sql.join(moved.map(({ id }) => id))})
        then coalesce((select e.id ${ofKey} order by e.occurred_at desc, e.id desc limit 1), 0)
        else newest_event_id end,
      first_seen_at = case when first_seen_at < ${Math.min(...times)} then first_seen_at
        else coalesce((select min(e.occurred_at) ${ofKey}), first_seen_at) end,
      last_seen_at = case when last_seen_at > ${Math.max(...times)} then last_seen_at
        else coalesce((select max(e.occurred_at) ${ofKey}), last_seen_at) end
    where id = ${fromKeyId}`.execute(transaction);
}

/**
 * Removes those of `userNumbers` that no longer have an event under the key. A key with more than
 * `MOST_EVENTS` events keeps all its users, because recording would wait while its events are read.
 * The transaction must hold a lock on the key.
 */
export async function removeUsersWithoutEvents(
  transaction: Transaction<Schema>,
  keyId: number,
  userNumbers: readonly number[],
): Promise<void> {
  const staying = await transaction
    .selectFrom('events')
    .select('user_number')
    .where('grouping_key_id', '=', keyId)
    .limit(MOST_EVENTS + 1)
    .execute();
  if (staying.length > MOST_EVENTS) return;
  const there = new Set(staying.map(({ user_number }) => user_number));
  const leaving = [...new Set(userNumbers)].filter((each) => !there.has(each));
  const gone = await inChunks(leaving.map(toPrefix), (chunk) =>
    transaction
      .deleteFrom('key_users')
      .where('grouping_key_id', '=', keyId)
      .where(sql<string>`substr(user_hash, 1, 8)`, 'in', chunk)
      .returning('user_hash')
      .execute(),
  );
  if (gone.length === 0) return;
  await transaction
    .updateTable('grouping_keys')
    .set({ users: sql<number>`users - ${gone.length}` })
    .where('id', '=', keyId)
    .execute();
}
