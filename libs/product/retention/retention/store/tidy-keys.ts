import { sql, type Transaction } from 'kysely';
import type { KyselyDatabase, Schema } from '#persistence/stores';
import { DAY_MS, HOUR_MS, toBucketStart, inTransaction } from '#persistence/stores';
import { forgetUsers, type Triage } from '#product/recording/issues';
import { countBuckets, toKeptFrom } from '#product/recording/counts';
import { recordingLimits } from '#product/recording/reports';
import { Cutoffs } from '#product/projects/projects';

/** Limits of one step: keys, users of these keys, and rows deleted from each table. */
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
  readonly share: number;
}

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
    const { dialect } = database;
    const haveUsersGone = await removeUsers({ transaction, dialect }, keys, cutoffs);
    const haveCountsGone = await dropBuckets(transaction, ids, nowMs);
    return haveUsersGone && haveCountsGone ? last.id : afterKeyId;
  });
}

/**
 * Lists the next grouping keys that together have at most `USERS` users. Returns at least one
 * grouping key when any is left.
 */
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

/**
 * Deletes users who were last seen before the retention period. Issues keep their number of users.
 * Returns false when more may be left.
 */
async function removeUsers(
  triage: Triage,
  keys: readonly TidiedKey[],
  cutoffs: Cutoffs,
): Promise<boolean> {
  const gone = await triage.transaction
    .selectFrom('key_users')
    .innerJoin('grouping_keys', 'grouping_keys.id', 'key_users.grouping_key_id')
    .select(['key_users.grouping_key_id', 'key_users.user_hash', 'key_users.last_on'])
    .where(
      'key_users.grouping_key_id',
      'in',
      keys.map(({ id }) => id),
    )
    .where(
      sql<boolean>`key_users.last_on < (${cutoffs.ofColumn('grouping_keys.project_id')}) / ${sql.lit(DAY_MS)}`,
    )
    // Users who are being counted again stay until they are counted.
    .where(
      sql<boolean>`not exists (select 1 from user_recounts r where r.issue_id = grouping_keys.issue_id)`,
    )
    .limit(ROWS)
    .execute();
  if (gone.length === 0) return true;
  await forgetUsers(triage, gone);
  return gone.length < ROWS;
}

async function dropBuckets(
  transaction: Transaction<Schema>,
  keyIds: readonly number[],
  nowMs: number,
): Promise<boolean> {
  const old = [
    ...countBuckets.map((buckets) => [buckets.table, toKeptFrom(buckets, nowMs)] as const),
    ['kept_hours', toBucketStart(nowMs, HOUR_MS) - recordingLimits.keptHoursMs] as const,
  ];
  let isDone = true;
  for (const [table, beforeMs] of old) {
    const { numDeletedRows } = await transaction
      .deleteFrom(table)
      .where(
        sql<boolean>`(grouping_key_id, starts_at) in (
          select grouping_key_id, starts_at from ${sql.table(table)}
          where grouping_key_id in (${sql.join(keyIds)}) and starts_at < ${beforeMs}
          limit ${sql.lit(ROWS)}
        )`,
      )
      .executeTakeFirst();
    if (numDeletedRows >= ROWS) isDone = false;
  }
  return isDone;
}
