import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { DatabaseDialect, Schema } from '#persistence/stores';

/**
 * Detaches an issue's keys from the issue, renames them so that no event finds them, and deletes
 * pointers to them.
 *
 * Locks the keys before the issue, in the order of recording. Simultaneous events are therefore
 * either counted before the deletion, or no longer find the keys.
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
