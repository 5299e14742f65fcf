import { sql } from 'kysely';
import type { RawBuilder, Transaction } from 'kysely';
import type { EventLevel } from '#shared';
import type { Schema } from '#persistence/stores';
import type { KeyUsersTable, NewUser } from '#product/recording/issues';
import {
  DAY_MS,
  MINUTE_MS,
  toBucketStart,
  inChunks,
  compareText,
  toKeyName,
} from '#persistence/stores';
import { addCounts } from '#product/recording/counts';
import type { CountedEvent, NameIds } from '#product/recording/counts';
import { recordingLimits } from '#product/recording/reports';
import type { SealUser } from '#product/recording/steps';
import { toHead } from './keys/key-tally.ts';
import type { CountedKey } from './keys/resolve-keys.ts';

interface CountingParts {
  /** Ids of event rows, by `toKeyName`. */
  readonly rowIds: ReadonlyMap<string, number>;
  readonly names: NameIds;
  readonly nowMs: number;
  readonly seal: SealUser;
}

/**
 * Adds each tally to its key: buckets, users, totals, and the head when the batch has the key's
 * newest event. Returns the users that are new to a key whose issue has several keys; such a user
 * may not be new to the issue.
 */
export async function countKeys(
  transaction: Transaction<Schema>,
  counted: readonly CountedKey[],
  { rowIds, names, nowMs, seal }: CountingParts,
): Promise<NewUser[]> {
  const minutesFrom = toBucketStart(nowMs, MINUTE_MS) - recordingLimits.minutesKeptMs;
  await addCounts(transaction, listOccurrences(counted), { names, nowMs });
  await dropOldMinutes(transaction, counted, minutesFrom);
  const added = await addUsers(transaction, counted, seal);
  await addTotals(transaction, counted, { newUsers: countByKey(added), rowIds });
  return listShared(counted, added);
}

function listOccurrences(counted: readonly CountedKey[]): CountedEvent[] {
  return counted.flatMap(({ key, tally: { projectId, occurrences } }) =>
    occurrences.map((occurrence) => ({ keyId: key.id, projectId, ...occurrence })),
  );
}

/**
 * Deletes old minutes of the keys in this batch, so that a key never has more than `minutesKeptMs`
 * of them. Age is measured from now, because events may be weeks old or dated in the future.
 */
async function dropOldMinutes(
  transaction: Transaction<Schema>,
  counted: readonly CountedKey[],
  minutesFrom: number,
): Promise<void> {
  const ids = counted.map(({ key }) => key.id);
  await inChunks(ids, (chunk) =>
    transaction
      .deleteFrom('event_minutes')
      .where('grouping_key_id', 'in', chunk)
      .where('starts_at', '<', minutesFrom)
      .execute(),
  );
}

type KeyUser = Pick<KeyUsersTable, 'grouping_key_id' | 'user_hash'>;

/**
 * Returns the users that are new to their grouping key. A known user's row is updated only on the
 * first batch of a day. Retention needs no more than the day on which the user was last seen.
 */
async function addUsers(
  transaction: Transaction<Schema>,
  counted: readonly CountedKey[],
  seal: SealUser,
): Promise<readonly KeyUser[]> {
  const rows = counted
    .filter(({ key }) => key.users < recordingLimits.usersPerKey)
    .flatMap(({ key, tally }) =>
      [...tally.userHashes]
        .map(([hash, receivedMs]) => ({
          grouping_key_id: key.id,
          user_hash: seal(tally.projectId, hash),
          first_on: Math.floor(receivedMs / DAY_MS),
          last_on: Math.floor(receivedMs / DAY_MS),
        }))
        .toSorted((one, other) => compareText(one.user_hash, other.user_hash)),
    );
  const written = await inChunks(rows, (chunk) =>
    transaction
      .insertInto('key_users')
      .values(chunk)
      .onConflict((conflict) =>
        conflict
          .columns(['grouping_key_id', 'user_hash'])
          .doUpdateSet({ last_on: sql<number>`excluded.last_on` })
          .where(sql<boolean>`key_users.last_on < excluded.last_on`),
      )
      .returning(['grouping_key_id', 'user_hash', 'first_on', 'last_on'])
      .execute(),
  );
  // An updated row of a known user has a `first_on` before `last_on`.
  return written.filter(({ first_on, last_on }) => first_on === last_on);
}

function countByKey(added: readonly KeyUser[]): ReadonlyMap<number, number> {
  const perKey = new Map<number, number>();
  for (const { grouping_key_id } of added) {
    perKey.set(grouping_key_id, (perKey.get(grouping_key_id) ?? 0) + 1);
  }
  return perKey;
}

function listShared(counted: readonly CountedKey[], added: readonly KeyUser[]): NewUser[] {
  const issueIds = new Map(
    counted.flatMap(({ key }) => (key.isOneOfSeveral ? [[key.id, key.issueId] as const] : [])),
  );
  if (issueIds.size === 0) return [];
  return added.flatMap(({ grouping_key_id, user_hash: userHash }) => {
    const issueId = issueIds.get(grouping_key_id);
    return issueId === undefined ? [] : [{ issueId, userHash }];
  });
}

/**
 * Updates by upsert, although every row exists, because one upsert can set different values in many
 * rows.
 */
async function addTotals(
  transaction: Transaction<Schema>,
  counted: readonly CountedKey[],
  {
    newUsers,
    rowIds,
  }: { newUsers: ReadonlyMap<number, number>; rowIds: ReadonlyMap<string, number> },
): Promise<void> {
  const rows = counted.map(({ key, tally }) => ({
    project_id: tally.projectId,
    key: tally.key,
    issue_id: key.issueId,
    ...toHead(tally),
    newest_event_id: rowIds.get(toKeyName(tally.projectId, tally.newestEventId)) ?? 0,
    events: tally.events,
    users: newUsers.get(key.id) ?? 0,
    first_seen_at: tally.firstSeenMs,
    last_seen_at: tally.lastSeenMs,
    first_release: tally.firstRelease ?? null,
    last_release: tally.lastRelease ?? null,
  }));
  await inChunks(rows, (chunk) =>
    transaction
      .insertInto('grouping_keys')
      .values(chunk)
      .onConflict((conflict) => conflict.columns(['project_id', 'key']).doUpdateSet(MERGED_TOTALS))
      .execute(),
  );
}

/**
 * True for a key whose events were all moved away. Its stored times belong to events that it no
 * longer has.
 */
const isEmpty = sql`grouping_keys.events = 0`;
const isEarlier = sql`(${isEmpty} or excluded.first_seen_at < grouping_keys.first_seen_at)`;
/** The newer of two events at the same time is the one with the greater id. */
const isLater = sql`(${isEmpty} or (excluded.last_seen_at, excluded.newest_event_id)
  >= (grouping_keys.last_seen_at, grouping_keys.newest_event_id))`;

function ofNewest<T>(column: string): RawBuilder<T> {
  const [batch, known] = [sql.ref(`excluded.${column}`), sql.ref(`grouping_keys.${column}`)];
  return sql<T>`case when ${isLater} then ${batch} else ${known} end`;
}

/**
 * Uses `case`, because the databases differ in the functions for the lesser and the greater of two
 * values.
 */
const MERGED_TOTALS = {
  events: sql<number>`grouping_keys.events + excluded.events`,
  users: sql<number>`grouping_keys.users + excluded.users`,
  first_seen_at: sql<number>`case when ${isEarlier} then excluded.first_seen_at else grouping_keys.first_seen_at end`,
  last_seen_at: ofNewest<number>('last_seen_at'),
  newest_event_id: ofNewest<number>('newest_event_id'),
  type: ofNewest<string>('type'),
  value: ofNewest<string>('value'),
  place: ofNewest<string>('place'),
  level: ofNewest<EventLevel>('level'),
  first_release: sql<string>`case when ${isEarlier}
    then coalesce(excluded.first_release, grouping_keys.first_release)
    else coalesce(grouping_keys.first_release, excluded.first_release) end`,
  last_release: sql<string>`case when ${isLater}
    then coalesce(excluded.last_release, grouping_keys.last_release)
    else coalesce(grouping_keys.last_release, excluded.last_release) end`,
};
