import type { Transaction } from 'kysely';
import { monitorLimits } from '#shared';
import type { DatabaseDialect, Schema } from '#persistence/stores';

const ROWS = 500;

/**
 * Deletes some rows of a removed monitor, and at the end the monitor itself. Returns false when no
 * removed monitor is left, or another relay has locked it.
 */
export async function sweepRemoved(
  transaction: Transaction<Schema>,
  { hasConcurrentWriters }: DatabaseDialect,
  nowMs: number,
): Promise<boolean> {
  const first = transaction
    .selectFrom('monitors')
    .select('id')
    .where('state', '=', 'removed')
    // A younger monitor still counts towards the limit of monitors that check-ins create in an
    // hour.
    .where('created_at', '<=', nowMs - monitorLimits.madeWithinMs)
    .orderBy('id')
    .limit(1);
  const removed = await (
    hasConcurrentWriters ? first.forUpdate().skipLocked() : first
  ).executeTakeFirst();
  if (!removed) return false;
  const { id } = removed;
  if (await removeRuns(transaction, id)) return true;
  if (await removeEnvironments(transaction, id)) return true;
  await transaction.deleteFrom('monitors').where('id', '=', id).execute();
  return true;
}

async function removeRuns(transaction: Transaction<Schema>, monitorId: number): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('monitor_runs')
    .where('id', 'in', (runs) =>
      runs
        .selectFrom('monitor_environments')
        .innerJoin('monitor_runs', 'monitor_runs.environment_id', 'monitor_environments.id')
        .select('monitor_runs.id')
        .where('monitor_id', '=', monitorId)
        .limit(ROWS),
    )
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

async function removeEnvironments(
  transaction: Transaction<Schema>,
  monitorId: number,
): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('monitor_environments')
    .where('id', 'in', (environments) =>
      environments
        .selectFrom('monitor_environments')
        .select('id')
        .where('monitor_id', '=', monitorId)
        .limit(ROWS),
    )
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
