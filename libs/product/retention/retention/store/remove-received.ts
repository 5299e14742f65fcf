import type { Transaction } from 'kysely';
import { retentionLimits } from '#shared';
import type { Schema } from '#persistence/stores';
import { removeSomeOf } from '#product/recording/attachments';
import { removeEvents, selectEvents } from '#product/retention/deletion';

export interface Received {
  readonly projectId: number;
  readonly beforeMs: number;
  readonly share: number;
}

/**
 * Deletes some data that a project received before `beforeMs`, oldest first. Deletes events with
 * their files and feedback first. Files and feedback without an event follow. Counts and users
 * stay. Returns how many events it deleted, or undefined when nothing was left.
 */
export async function removeReceived(
  transaction: Transaction<Schema>,
  { projectId, beforeMs, share }: Received,
): Promise<number | undefined> {
  const limit = Math.ceil(retentionLimits.eventsPerStep * share);
  const events = await selectEvents(transaction)
    .where('events.project_id', '=', projectId)
    .where('events.received_at', '<', beforeMs)
    .orderBy('events.received_at')
    .limit(limit)
    .execute();
  const removed = await removeEvents(transaction, events);
  if (removed !== undefined) return removed;
  const [files, said] = [
    await listOld(transaction, 'attachments', { projectId, beforeMs, limit }),
    await listOld(transaction, 'feedback', { projectId, beforeMs, limit }),
  ];
  if (await removeSomeOf(transaction, files)) return 0;
  if (said.length === 0) return undefined;
  await transaction.deleteFrom('feedback').where('id', 'in', said).execute();
  return 0;
}

async function listOld(
  transaction: Transaction<Schema>,
  table: 'attachments' | 'feedback',
  {
    projectId,
    beforeMs,
    limit,
  }: Pick<Received, 'projectId' | 'beforeMs'> & { readonly limit: number },
): Promise<number[]> {
  const rows = await transaction
    .selectFrom(table)
    .select('id')
    .where('project_id', '=', projectId)
    .where('received_at', '<', beforeMs)
    .orderBy('received_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
