import { sql, type Transaction } from 'kysely';
import { retentionLimits } from '#shared';
import type { KyselyDatabase } from '../../kysely-database.ts';
import type { Schema } from '../../schema.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, toBucketStart } from '../../statements/buckets.ts';
import { inTransaction } from '../../statements/transaction.ts';
import { recordingLimits } from '../recording/recording-limits.ts';
import { Cutoffs } from './cutoffs.ts';

/** Of one step: keys, users that are looked at, and rows that change. */
const KEYS = 100;
const USERS = 20_000;
const ROWS = 2000;

interface TidiedKey {
  readonly id: number;
  readonly project_id: number;
  readonly users: number;
}

interface Tidying {
  readonly nowMs: number;
  readonly afterKeyId: number;
  /** Part of the bounds of a step that this one may use. */
  readonly share: number;
}

/** As `RetentionStore.tidyKeys` has it. */
export async function tidyKeys(
  database: KyselyDatabase,
  { nowMs, afterKeyId, share }: Tidying,
): Promise<number | undefined> {
  const cutoffs = await Cutoffs.read(database, nowMs);
  return inTransaction(database, async (transaction) => {
    const keys = await listKeys(transaction, afterKeyId, share);
    const last = keys.at(-1);
    if (!last) return undefined;
    const ids = keys.map(({ id }) => id);
    const isDone =
      (await removeUsers(transaction, keys, cutoffs)) && (await foldHours(transaction, ids, nowMs));
    await dropBuckets(transaction, ids, nowMs);
    return isDone ? last.id : afterKeyId;
  });
}

/** The next ones, of which so many have few enough users to look at. */
async function listKeys(
  transaction: Transaction<Schema>,
  afterKeyId: number,
  share: number,
): Promise<readonly TidiedKey[]> {
  const keys = await transaction
    .selectFrom('grouping_keys')
    .select(['id', 'project_id', 'users'])
    .where('id', '>', afterKeyId)
    .orderBy('id')
    .limit(Math.ceil(KEYS * share))
    .execute();
  let users = 0;
  const end = keys.findIndex((key, index) => (users += key.users) > USERS * share && index > 0);
  return end === -1 ? keys : keys.slice(0, end);
}

/** How many there were stays with the key. Resolves with whether that was all. */
async function removeUsers(
  transaction: Transaction<Schema>,
  keys: readonly TidiedKey[],
  cutoffs: Cutoffs,
): Promise<boolean> {
  const gone = await transaction
    .selectFrom('key_users')
    .innerJoin('grouping_keys', 'grouping_keys.id', 'key_users.grouping_key_id')
    .select(['key_users.grouping_key_id', 'key_users.user_hash'])
    .where(
      'key_users.grouping_key_id',
      'in',
      keys.map(({ id }) => id),
    )
    .where(
      sql<boolean>`key_users.last_on < (${cutoffs.ofColumn('grouping_keys.project_id')}) / ${sql.lit(DAY_MS)}`,
    )
    .limit(ROWS)
    .execute();
  if (gone.length === 0) return true;
  await transaction
    .deleteFrom('key_users')
    .where((rows) =>
      rows(
        rows.refTuple('grouping_key_id', 'user_hash'),
        'in',
        gone.map(({ grouping_key_id, user_hash }) => rows.tuple(grouping_key_id, user_hash)),
      ),
    )
    .execute();
  return gone.length < ROWS;
}

/** Adds the hours of long ago up to days: a row at the start of each. Resolves with whether that were all. */
async function foldHours(
  transaction: Transaction<Schema>,
  keyIds: readonly number[],
  nowMs: number,
): Promise<boolean> {
  const beforeMs = toBucketStart(nowMs - retentionLimits.hoursKeptMs, DAY_MS);
  const hours = await transaction
    .deleteFrom('event_hours')
    .where(
      sql<boolean>`(grouping_key_id, starts_at) in (
        select grouping_key_id, starts_at from event_hours
        where grouping_key_id in (${sql.join(keyIds)}) and starts_at < ${beforeMs}
          and starts_at % ${sql.lit(DAY_MS)} <> 0
        limit ${sql.lit(ROWS)}
      )`,
    )
    .returningAll()
    .execute();
  if (hours.length === 0) return true;
  const days = new Map<string, (typeof hours)[number]>();
  for (const { grouping_key_id, starts_at: hour, events } of hours) {
    const starts_at = toBucketStart(hour, DAY_MS);
    const name = `${grouping_key_id}/${starts_at}`;
    days.set(name, { grouping_key_id, starts_at, events: events + (days.get(name)?.events ?? 0) });
  }
  await transaction
    .insertInto('event_hours')
    .values([...days.values()])
    .onConflict((conflict) =>
      conflict
        .columns(['grouping_key_id', 'starts_at'])
        .doUpdateSet({ events: sql<number>`event_hours.events + excluded.events` }),
    )
    .execute();
  return hours.length < ROWS;
}

/** What a key drops itself when it is written: of those that are not. */
async function dropBuckets(
  transaction: Transaction<Schema>,
  keyIds: readonly number[],
  nowMs: number,
): Promise<void> {
  const { minutesKeptMs, keptHoursMs } = recordingLimits;
  const old = [
    ['event_minutes', toBucketStart(nowMs, MINUTE_MS) - minutesKeptMs],
    ['kept_hours', toBucketStart(nowMs, HOUR_MS) - keptHoursMs],
  ] as const;
  for (const [table, beforeMs] of old) {
    await transaction
      .deleteFrom(table)
      .where('grouping_key_id', 'in', keyIds)
      .where('starts_at', '<', beforeMs)
      .execute();
  }
}
