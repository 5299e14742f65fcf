import type { Database } from '../database.ts';
import { KyselyDatabase } from '../kysely-database.ts';
import { refreshIssues } from '../product/issues/refresh-issues.ts';

/** What a merge of two issues will do: point the keys of one at the other, and sum again. */
export async function mergeKeys(
  database: Database,
  { from, into }: { from: number; into: number },
): Promise<void> {
  if (!(database instanceof KyselyDatabase)) throw new TypeError('Not an opened database.');
  const { kysely, dialect } = database;
  await kysely.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('grouping_keys')
      .set({ issue_id: into })
      .where('issue_id', '=', from)
      .execute();
    await refreshIssues({ transaction, dialect }, new Set([into]));
  });
}
