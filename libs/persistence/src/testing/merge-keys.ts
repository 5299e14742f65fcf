import type { Database } from '../database.ts';
import { KyselyDatabase } from '../kysely-database.ts';
import { refreshIssues } from '../product/issues/refresh-issues.ts';

/** What a merge of two issues will do: point the keys of one at the other, and sum again. Resolves with those keys. */
export async function mergeKeys(
  database: Database,
  { from, into }: { from: number; into: number },
): Promise<number[]> {
  if (!(database instanceof KyselyDatabase)) throw new TypeError('Not an opened database.');
  const { kysely, dialect } = database;
  return kysely.transaction().execute(async (transaction) => {
    const moved = await transaction
      .updateTable('grouping_keys')
      .set({ issue_id: into })
      .where('issue_id', '=', from)
      .returning('id')
      .execute();
    await refreshIssues({ transaction, dialect }, new Set([into]));
    return moved.map(({ id }) => id);
  });
}

/** What will take a merge back: point those keys at the issue that had them, and sum both again. */
export async function unmergeKeys(
  database: Database,
  { keyIds, from, into }: { keyIds: readonly number[]; from: number; into: number },
): Promise<void> {
  if (!(database instanceof KyselyDatabase)) throw new TypeError('Not an opened database.');
  const { kysely, dialect } = database;
  await kysely.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('grouping_keys')
      .set({ issue_id: into })
      .where('id', 'in', keyIds)
      .execute();
    await refreshIssues({ transaction, dialect }, new Set([from, into]));
  });
}
