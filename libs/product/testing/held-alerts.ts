import { restedPace } from '#product/alerting/alerts/rules';
import type { Database } from '#persistence/stores';
import { kyselyOf } from '#persistence/testing';

/**
 * Holds back alerts of these channels until `releaseHeldAlerts`, as if the channels had got too
 * many messages.
 */
export async function holdAlerts(database: Database, channelIds: readonly number[]): Promise<void> {
  const held = { firings: '[]', pace: JSON.stringify(restedPace), due_at: Number.MAX_SAFE_INTEGER };
  await kyselyOf(database)
    .insertInto('alert_queues')
    .values(channelIds.map((id) => ({ destination: `channel:${id}`, ...held })))
    .execute();
}

/**
 * Makes held alerts due, so that each channel gets one message. Returns false while a due alert is
 * not in a queue yet.
 */
export async function releaseHeldAlerts(database: Database, nowMs: number): Promise<boolean> {
  const db = kyselyOf(database);
  const due = await db
    .selectFrom('alert_firings')
    .select('id')
    .where('spread_at', 'is', null)
    .where('due_at', '<=', nowMs)
    .limit(1)
    .executeTakeFirst();
  if (due) return false;
  await db
    .updateTable('alert_queues')
    .set({ due_at: nowMs })
    .where('due_at', 'is not', null)
    .execute();
  return true;
}
