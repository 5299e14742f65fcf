import type { Triage } from '#product/recording/issues';
import { lockIssues, writeHistory } from '#product/recording/issues';
import { lockProject } from '#product/recording/record';
import {
  readReprocessed,
  type Reprocessed,
  refuse,
  type TriageOutcome,
  undoRegrouping,
  type WantedUndo,
} from '#product/triage/states';
import { lockAllOf, lockKeys } from './lock-keys.ts';
import type { OrderRow } from './reprocessing.types.ts';

/**
 * Undoes an order: reverts its merge, and makes later steps move its events back. Events keep the
 * source positions that reprocessing found. Refuses when one of the issues was merged or deleted
 * after the order.
 */
export async function undoReprocessing(triage: Triage, wanted: WantedUndo): Promise<TriageOutcome> {
  const { row, byUserId, nowMs } = wanted;
  const { transaction } = triage;
  const { orderId, kind } = readReprocessed(row.to_value);
  if (kind === 'undone') return refuse('issue.not_undoable');
  const order = await findOrder(triage, orderId);
  if (!order || (await isAtWork(triage, order)) || !(await isSound(triage, order))) {
    return refuse('issue.changed_since');
  }
  if (order.merge_id !== null) {
    const merge = await transaction
      .selectFrom('issue_history')
      .selectAll()
      .where('id', '=', order.merge_id)
      .executeTakeFirst();
    const parted = merge && (await undoRegrouping(triage, { row: merge, byUserId, nowMs }));
    if (parted?.outcome !== 'changed') return refuse('issue.changed_since');
  }
  await transaction
    .updateTable('reprocessings')
    .set({ state: 'undoing', reached_id: 0 })
    .where('id', '=', order.id)
    .execute();
  const undone: Reprocessed = { orderId, kind: 'undone' };
  const history = {
    at: nowMs,
    by_user: byUserId,
    what: 'reprocessing',
    to_value: JSON.stringify(undone),
    undoes: row.id,
  } as const;
  const undoIds = await writeHistory(transaction, [{ ...history, issue_id: row.issue_id }]);
  const historyId = undoIds.get(row.issue_id)!;
  return { outcome: 'changed', issueId: row.issue_id, historyId };
}

async function findOrder({ transaction }: Triage, orderId: number): Promise<OrderRow | undefined> {
  const orders = transaction
    .selectFrom('reprocessings')
    .selectAll()
    .where('id', '=', orderId)
    .where('state', '=', 'done');
  const found = await orders.executeTakeFirst();
  if (!found) return undefined;
  await lockProject(transaction, found.project_id);
  return orders.executeTakeFirst();
}

async function isAtWork({ transaction }: Triage, { issue_id }: OrderRow): Promise<boolean> {
  const other = await transaction
    .selectFrom('reprocessings')
    .select('id')
    .where('issue_id', '=', issue_id)
    .where('state', 'in', ['running', 'undoing'])
    .executeTakeFirst();
  return other !== undefined;
}

/**
 * Whether the order's issue and all issues that got events exist, and each key still belongs to one
 * of them.
 */
async function isSound(triage: Triage, order: OrderRow): Promise<boolean> {
  const { transaction } = triage;
  const rows = await transaction
    .selectFrom('reprocessed_events')
    .select(['from_key', 'to_key'])
    .distinct()
    .where('order_id', '=', order.id)
    .execute();
  const told = await transaction
    .selectFrom('issue_history')
    .select('to_value')
    .where('issue_id', '=', order.issue_id)
    .where('what', '=', 'reprocessing')
    .execute();
  const own = told
    .map(({ to_value }) => readReprocessed(to_value))
    .find(({ orderId, kind }) => orderId === order.id && kind === 'processed');
  if (own?.kind !== 'processed') return false;
  const keyIds = new Set(rows.flatMap(({ from_key, to_key }) => [from_key, to_key]));
  await lockAllOf(triage, order);
  const keys = await lockKeys(triage, [...keyIds]);
  const issueIds = new Set([order.issue_id, ...own.others.map(({ id }) => id)]);
  const issues = await lockIssues(triage, [...issueIds]);
  return (
    keys.size === keyIds.size &&
    issues.size === issueIds.size &&
    [...keys.values()].every(({ issueId }) => issueIds.has(issueId))
  );
}
