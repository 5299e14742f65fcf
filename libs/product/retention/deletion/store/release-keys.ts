import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { DatabaseDialect, Schema } from '#persistence/stores';

/**
 * Leaves the keys of an issue without an issue, under names that no event has, and drops what points to them. Locks them
 * before the issue
 * and in the order in which recording does: events that are being counted for them come first, or find
 * that they have gone.
 */
export async function releaseKeys(
  { transaction, dialect }: { transaction: Transaction<Schema>; dialect: DatabaseDialect },
  issueId: number,
): Promise<void> {
  if (dialect.hasConcurrentWriters) {
    await transaction
      .selectFrom('grouping_keys')
      .select('id')
      .where('issue_id', '=', issueId)
      .orderBy('id')
      .forUpdate()
      .execute();
  }
  await transaction
    .deleteFrom('key_pointers')
    .where('grouping_key_id', 'in', (expressions) =>
      expressions.selectFrom('grouping_keys').select('id').where('issue_id', '=', issueId),
    )
    .execute();
  await transaction
    .updateTable('grouping_keys')
    .set({ issue_id: null, pointers: 0, key: sql<string>`'deleted ' || cast(id as text)` })
    .where('issue_id', '=', issueId)
    .execute();
}
