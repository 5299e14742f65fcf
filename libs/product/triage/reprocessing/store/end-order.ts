import type { Transaction } from 'kysely';
import type { Schema } from '#persistence/stores';
import { issueLimits } from '#shared';
import { lockIssues, writeHistory } from '#product/recording/issues';
import { removeUsersWithoutEvents } from '#product/recording/record';
import { mergeIssues, type Reprocessed, settleIssues } from '#product/triage/states';
import { type OrderStep, updateOrder } from './hold-order.ts';
import { lockAllOf, lockKeys } from './lock-keys.ts';
import { readKeys } from './read-page.ts';

/**
 * Moves the order (a request to reprocess an issue) on to its next key. After the last key, ends
 * the order and writes the result to the history of each issue.
 */
export async function endKey(step: OrderStep): Promise<void> {
  const { order } = step;
  if (order.key_place + 1 < readKeys(order).length) {
    const reached_at = order.asked_at - issueLimits.reprocessedMs;
    await updateOrder(step, { key_place: order.key_place + 1, reached_at, reached_id: 0 });
    return;
  }
  await lockAllOf(step, order);
  await dropUsers(step, 'from_key');
  const issue_id = await findCurrentIssue(step);
  await updateOrder(step, { state: 'done', issue_id });
  if (order.mapped > 0) await writeResult({ ...step, order: { ...order, issue_id } });
}

/**
 * Returns the issue that has the order's keys now. Somebody may have merged the original issue
 * meanwhile.
 */
async function findCurrentIssue({ transaction, order }: OrderStep): Promise<number> {
  const issue = await transaction
    .selectFrom('issues')
    .select('merged_into')
    .where('id', '=', order.issue_id)
    .executeTakeFirst();
  return issue?.merged_into ?? order.issue_id;
}

/**
 * Ends an undo. Issues that the order created and that are now empty are merged into the issue that
 * their events came from.
 */
export async function endUndo(step: OrderStep): Promise<void> {
  const { transaction, order } = step;
  await lockAllOf(step, order);
  await dropUsers(step, 'to_key');
  const emptied = await transaction
    .selectFrom('reprocessed_events')
    .innerJoin('grouping_keys as made', 'made.id', 'to_key')
    .innerJoin('grouping_keys as before', 'before.id', 'from_key')
    .innerJoin('issues', 'issues.id', 'made.issue_id')
    .select(['made.issue_id as id', 'before.issue_id as into'])
    .distinct()
    .where('order_id', '=', order.id)
    .where('issues.events', '=', 0)
    .whereRef('made.issue_id', '<>', 'before.issue_id')
    .execute();
  const done = new Set<number>();
  for (const { id, into } of emptied) {
    if (id === null || into === null || done.has(id)) continue;
    done.add(id);
    await mergeIssues(step, { issueIds: [id, into], intoId: into, nowMs: step.nowMs });
  }
  await updateOrder(step, { state: 'undone' });
}

/**
 * Deletes users who have no event left under a key. This is done once at the end, because each
 * check reads all events of the key.
 */
async function dropUsers(step: OrderStep, side: 'from_key' | 'to_key'): Promise<void> {
  const { transaction, order, nowMs } = step;
  const rows = await transaction
    .selectFrom('reprocessed_events')
    .innerJoin('events', 'events.id', 'reprocessed_events.event_id')
    .select([`${side} as keyId`, 'user_number as userNumber'])
    .distinct()
    .where('order_id', '=', order.id)
    .where('user_number', 'is not', null)
    .execute();
  const keys = await lockKeys(
    step,
    rows.map(({ keyId }) => keyId),
  );
  if (keys.size === 0) return;
  const issueIds = [...new Set([...keys.values()].map(({ issueId }) => issueId))];
  const before = await lockIssues(step, issueIds);
  for (const keyId of keys.keys()) {
    const numbers = rows.flatMap((row) => (row.keyId === keyId ? (row.userNumber ?? []) : []));
    await removeUsersWithoutEvents(transaction, keyId, numbers);
  }
  await settleIssues(step, issueIds, { before, moves: [], nowMs });
}

async function writeResult(step: OrderStep): Promise<void> {
  const { transaction, order, nowMs } = step;
  const others = await listReceivers(transaction, order);
  const issues = await lockIssues(step, [order.issue_id, ...others.map(({ id }) => id)]);
  const issue = issues.get(order.issue_id);
  if (!issue) return;
  const row = { at: nowMs, by_user: order.by_user, what: 'reprocessing' } as const;
  const own: Reprocessed = {
    orderId: order.id,
    kind: 'processed',
    events: order.mapped,
    others,
  };
  const from = { id: issue.id, number: issue.number };
  await writeHistory(transaction, [
    { ...row, issue_id: issue.id, to_value: JSON.stringify(own) },
    ...others.map(({ id, events }) => {
      const told: Reprocessed = { orderId: order.id, kind: 'received', events, from };
      return { ...row, issue_id: id, to_value: JSON.stringify(told) };
    }),
  ]);
}

async function listReceivers(
  transaction: Transaction<Schema>,
  order: OrderStep['order'],
): Promise<readonly { readonly id: number; readonly number: number; readonly events: number }[]> {
  return transaction
    .selectFrom('reprocessed_events')
    .innerJoin('grouping_keys', 'grouping_keys.id', 'to_key')
    .innerJoin('issues', 'issues.id', 'grouping_keys.issue_id')
    .select(['issues.id', 'issues.number'])
    .select(({ fn }) => fn.countAll<number>().as('events'))
    .where('order_id', '=', order.id)
    .where('issues.id', '<>', order.issue_id)
    .groupBy(['issues.id', 'issues.number'])
    .orderBy('issues.number')
    .execute();
}
