import { issueLimits } from '#shared';
import type { KyselyDatabase } from '#persistence/stores';
import { inTransaction } from '#persistence/stores';

const ROWS_PER_STEP = 1000;

/** Deletes some rows of the oldest expired bulk change. Returns false when none has expired. */
export async function forgetSome(database: KyselyDatabase, nowMs: number): Promise<boolean> {
  const oldest = await database.kysely
    .selectFrom('bulk_changes')
    .select('id')
    .where('asked_at', '<', nowMs - issueLimits.bulkKeptMs)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!oldest) return false;
  await inTransaction(database, async (transaction) => {
    const { numDeletedRows } = await transaction
      .deleteFrom('bulk_change_rows')
      .where('bulk_id', '=', oldest.id)
      .where('history_id', 'in', (rows) =>
        rows
          .selectFrom('bulk_change_rows')
          .select('history_id')
          .where('bulk_id', '=', oldest.id)
          .limit(ROWS_PER_STEP),
      )
      .executeTakeFirst();
    if (numDeletedRows > 0n) return;
    await transaction.deleteFrom('bulk_changes').where('id', '=', oldest.id).execute();
  });
  return true;
}
