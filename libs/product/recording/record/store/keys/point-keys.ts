import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Schema } from '#persistence/stores';
import { inChunks, compareText, toKeyName } from '#persistence/stores';
import type { NewPointer } from './decide-keys.ts';
import type { ResolvedKey } from './find-keys.ts';

/**
 * Writes pointers to `rows` (by `toKeyName`) and updates the number of pointers of each row. The
 * caller holds locks on the projects, so that no other process makes a row for a key that becomes a
 * pointer. The caller locks the rows afterwards.
 */
export async function pointKeys(
  transaction: Transaction<Schema>,
  pointers: readonly NewPointer[],
  rows: ReadonlyMap<string, ResolvedKey>,
): Promise<void> {
  const values = pointers
    .toSorted((a, b) => a.projectId - b.projectId || compareText(a.key, b.key))
    .map(({ projectId, key, version, to }) => ({
      project_id: projectId,
      key,
      version,
      grouping_key_id: rows.get(toKeyName(projectId, to))!.id,
    }));
  await inChunks(values, (chunk) =>
    transaction
      .insertInto('key_pointers')
      .values(chunk)
      .onConflict((conflict) => conflict.columns(['project_id', 'key']).doNothing())
      .execute(),
  );
  const ids = [...new Set(values.map(({ grouping_key_id }) => grouping_key_id))];
  await inChunks(ids, (chunk) =>
    transaction
      .updateTable('grouping_keys')
      .set({
        pointers: sql<number>`(select count(*) from key_pointers p where p.grouping_key_id = grouping_keys.id)`,
      })
      .where('id', 'in', chunk)
      .execute(),
  );
}
