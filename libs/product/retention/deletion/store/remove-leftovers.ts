import type { Kysely, Transaction } from 'kysely';
import { retentionLimits } from '#shared';
import type { DatabaseDialect, Schema } from '#persistence/stores';
import { raiseProjects } from '#product/recording/changes';
import { countBuckets } from '#product/recording/counts';
import { foldTags, awaitTags, removeTagsOfKey } from '#product/recording/tags';
import { type RemovingEvents, removeEvents, selectEvents } from './remove-events.ts';

/**
 * Maximum number of rows of one kind that a step deletes. A low number keeps its transaction under
 * 50 ms.
 */
const ROWS_PER_STEP = 500;

const BUCKETS = [...countBuckets.map(({ table }) => table), 'kept_hours'] as const;

export function findOrphan(db: Kysely<Schema>) {
  return db
    .selectFrom('grouping_keys')
    .select('id')
    .where('issue_id', 'is', null)
    .orderBy('id')
    .limit(1);
}

/**
 * Deletes rows of one kind under a grouping key of a deleted issue. Deletes the grouping key itself
 * when it has no other rows left. Returns false when no such grouping key exists, or other
 * processes have locked all of them.
 */
export async function removeLeftovers({
  transaction,
  dialect,
  owners,
}: RemovingEvents & { readonly dialect: DatabaseDialect }): Promise<boolean> {
  await awaitTags({ transaction, dialect });
  const orphan = findOrphan(transaction);
  const key = await (
    dialect.hasConcurrentWriters ? orphan.forUpdate().skipLocked() : orphan
  ).executeTakeFirst();
  if (!key) return false;
  if (await removeOf({ transaction, owners }, key.id)) return true;
  if ((await removeUsers(transaction, key.id)) > 0) return true;
  const writing = { transaction, dialect };
  if ((await removeTagsOfKey(writing, key.id, ROWS_PER_STEP)) > 0) return true;
  for (const table of BUCKETS) {
    if ((await removeBuckets(transaction, table, key.id)) > 0) return true;
  }
  // SQLite reuses the id of a deleted key. The journal of tags must not mention that id any more.
  if (!dialect.hasConcurrentWriters) {
    const { hasMore, projectIds } = await foldTags({ transaction, dialect });
    await raiseProjects(transaction, projectIds);
    if (hasMore) return true;
  }
  await transaction.deleteFrom('grouping_keys').where('id', '=', key.id).execute();
  return true;
}

async function removeOf(removing: RemovingEvents, keyId: number): Promise<boolean> {
  const found = await selectEvents(removing.transaction)
    .where('events.grouping_key_id', '=', keyId)
    .limit(retentionLimits.eventsPerStep)
    .execute();
  return (await removeEvents(removing, found)) !== undefined;
}

async function removeUsers(transaction: Transaction<Schema>, keyId: number): Promise<number> {
  const { numDeletedRows } = await transaction
    .deleteFrom('key_users')
    .where('grouping_key_id', '=', keyId)
    .where('user_hash', 'in', (expressions) =>
      expressions
        .selectFrom('key_users')
        .select('user_hash')
        .where('grouping_key_id', '=', keyId)
        .limit(ROWS_PER_STEP),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

async function removeBuckets(
  transaction: Transaction<Schema>,
  table: (typeof BUCKETS)[number],
  keyId: number,
): Promise<number> {
  const { numDeletedRows } = await transaction
    .deleteFrom(table)
    .where('grouping_key_id', '=', keyId)
    .where('starts_at', 'in', (expressions) =>
      expressions
        .selectFrom(table)
        .select('starts_at')
        .where('grouping_key_id', '=', keyId)
        .limit(ROWS_PER_STEP),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
