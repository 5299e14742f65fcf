import { sql, type Transaction } from 'kysely';
import { retentionLimits } from '#shared';
import type { Schema } from '#persistence/stores';
import { type FileOwner, removeSomeOf } from '#product/recording/attachments';
import { removeEvents, removeRows, selectEvents } from '#product/retention/deletion';

export interface Received {
  readonly projectId: number;
  readonly beforeMs: number;
  readonly share: number;
  readonly owners: readonly FileOwner[];
}

/**
 * Deletes some data that a project received before `beforeMs`, oldest first. Deletes events with
 * their files and the owners of these first. Files and owners without an event follow. Counts and
 * users stay. Returns how many events it deleted, or undefined when nothing was left.
 */
export async function removeReceived(
  transaction: Transaction<Schema>,
  { projectId, beforeMs, share, owners }: Received,
): Promise<number | undefined> {
  const limit = Math.ceil(retentionLimits.eventsPerStep * share);
  const events = await selectEvents(transaction)
    .where('events.project_id', '=', projectId)
    .where('events.received_at', '<', beforeMs)
    .orderBy('events.received_at')
    .limit(limit)
    .execute();
  const removed = await removeEvents({ transaction, owners }, events);
  if (removed !== undefined) return removed;
  const files = await listOld(transaction, 'attachments', { projectId, beforeMs, limit });
  if (await removeSomeOf(transaction, files)) return 0;
  for (const { table } of owners) {
    const old = await listOld(transaction, table, { projectId, beforeMs, limit });
    if (await removeRows(transaction, table, old)) return 0;
  }
  return undefined;
}

async function listOld(
  transaction: Transaction<Schema>,
  table: 'attachments' | FileOwner['table'],
  {
    projectId,
    beforeMs,
    limit,
  }: Pick<Received, 'projectId' | 'beforeMs'> & { readonly limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)}
    where project_id = ${projectId} and received_at < ${beforeMs}
    order by received_at limit ${limit}`.execute(transaction);
  return rows.map(({ id }) => id);
}
