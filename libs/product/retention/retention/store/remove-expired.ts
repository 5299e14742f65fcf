import { sql } from 'kysely';
import type { KyselyDatabase } from '#persistence/stores';
import { inTransaction } from '#persistence/stores';
import type { FileOwner } from '#product/recording/attachments';
import { Cutoffs } from '#product/projects/projects';
import { removeReceived } from './remove-received.ts';

const FAILED_PER_STEP = 20;

export async function hasExpired(
  database: KyselyDatabase,
  nowMs: number,
  owners: readonly FileOwner[],
): Promise<boolean> {
  const cutoffs = await Cutoffs.read(database, nowMs);
  return (await findProject(database, cutoffs, owners)) !== undefined;
}

/** Returns how many events it deleted, or undefined when nothing was left to delete. */
export async function removeExpired(
  database: KyselyDatabase,
  { nowMs, share, owners }: { nowMs: number; share: number; owners: readonly FileOwner[] },
): Promise<number | undefined> {
  const cutoffs = await Cutoffs.read(database, nowMs);
  const projectId = await findProject(database, cutoffs, owners);
  if (projectId === undefined) return removeFailed(database, { cutoffs, share });
  const beforeMs = cutoffs.of(projectId);
  return inTransaction(database, async (transaction) => {
    const removed = await removeReceived(transaction, { projectId, beforeMs, share, owners });
    if (removed !== undefined) return removed;
    // The days are now empty, even when their byte counts say otherwise.
    const { numDeletedRows } = await transaction
      .deleteFrom('storage_days')
      .where('project_id', '=', projectId)
      .where('starts_at', '<', beforeMs)
      .executeTakeFirst();
    return numDeletedRows > 0n ? 0 : undefined;
  });
}

/** Finds a project with expired data. Takes no lock, because most calls find none. */
async function findProject(
  { kysely }: KyselyDatabase,
  cutoffs: Cutoffs,
  owners: readonly FileOwner[],
): Promise<number | undefined> {
  const cutoff = cutoffs.ofColumn('projects.id');
  const hasOld = ['events', 'attachments', ...owners.map((owner) => owner.table)].map(
    (table) => sql`exists (
      select 1 from ${sql.table(table)} r
      where r.project_id = projects.id and r.received_at < ${cutoff}
    )`,
  );
  const hasOldDay = sql`exists (
    select 1 from storage_days d where d.project_id = projects.id and d.starts_at < ${cutoff}
  )`;
  const found = await kysely
    .selectFrom('projects')
    .select('id')
    .where(sql<boolean>`(${sql.join([...hasOld, hasOldDay], sql` or `)})`)
    .limit(1)
    .executeTakeFirst();
  return found?.id;
}

/**
 * Deletes expired failed reports of any project. Skips reports that are being retried; their events
 * expire after they are recorded.
 */
async function removeFailed(
  database: KyselyDatabase,
  { cutoffs, share }: { readonly cutoffs: Cutoffs; readonly share: number },
): Promise<number | undefined> {
  const failed = await database.kysely
    .selectFrom('failed_reports')
    .select('id')
    .where('retry_at', 'is', null)
    .where(sql<boolean>`received_at < ${cutoffs.ofColumn('project_id')}`)
    .limit(Math.ceil(FAILED_PER_STEP * share))
    .execute();
  if (failed.length === 0) return undefined;
  const ids = failed.map(({ id }) => id);
  await inTransaction(database, (transaction) =>
    transaction
      .deleteFrom('failed_reports')
      .where('id', 'in', ids)
      .where('retry_at', 'is', null)
      .execute(),
  );
  return 0;
}
