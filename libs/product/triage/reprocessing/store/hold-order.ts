import { lockProject } from '#product/recording/record';
import type { Triage } from '#product/recording/issues';
import type { OrderRow } from './reprocessing.types.ts';

/**
 * One step of an order (a request to reprocess an issue), in its transaction. The project is
 * locked, so no other process moves keys or deletes issues.
 */
export interface OrderStep extends Triage {
  readonly order: OrderRow;
  readonly nowMs: number;
}

/**
 * Locks the project and the order. Returns false when another process has advanced the order since
 * it was read.
 */
export async function holdOrder({ transaction, dialect, order }: OrderStep): Promise<boolean> {
  await lockProject(transaction, order.project_id);
  const query = transaction
    .selectFrom('reprocessings')
    .selectAll()
    .where('id', '=', order.id)
    .where('state', '=', order.state)
    .where('key_place', '=', order.key_place)
    .where('reached_at', '=', order.reached_at)
    .where('reached_id', '=', order.reached_id);
  const held = await (dialect.hasConcurrentWriters ? query.forUpdate() : query).executeTakeFirst();
  return held !== undefined && held.first_key === order.first_key;
}

export async function updateOrder(
  { transaction, order }: OrderStep,
  set: Partial<Omit<OrderRow, 'id'>>,
): Promise<void> {
  await transaction.updateTable('reprocessings').set(set).where('id', '=', order.id).execute();
}
