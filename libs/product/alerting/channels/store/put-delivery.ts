import { DELIVERY_KIND } from '../rules/alert-message.ts';
import type { AlertDelivery } from '../rules/alert-message.ts';
import type { Transaction } from 'kysely';
import type { Schema } from '#persistence/stores';
import { putIntoOutbox } from '#product/alerting/outbox';
import { findProject, toFacts } from './delivery-row.ts';

/**
 * Puts a delivery into the outbox and into the log. `body` is the encrypted form for the outbox,
 * when the delivery must be encrypted.
 */
export async function putDelivery(
  transaction: Transaction<Schema>,
  delivery: AlertDelivery,
  { nowMs, body = delivery }: { readonly nowMs: number; readonly body?: unknown },
): Promise<void> {
  const [outboxId] = await putIntoOutbox(transaction, [
    { kind: DELIVERY_KIND, body, dueMs: nowMs },
  ]);
  await transaction
    .insertInto('deliveries')
    .values({
      ...toFacts(delivery),
      project_id: (await findProject(transaction, delivery)) ?? null,
      state: 'waiting',
      attempts: 0,
      outbox_id: outboxId ?? null,
      next_at: nowMs,
      created_at: nowMs,
    })
    .execute();
}
