import type { Transaction } from 'kysely';
import * as operatorLimits from '../rules/operator-limits.ts';
import { DELIVERY_KIND } from '#product/alerting/channels/rules';
import type { AlertDestination } from '#product/alerting/channels/rules';
import type { Schema } from '#persistence/stores';
import { listPersonalAlerts } from '#product/alerting/alerts';
import type { AlertSending, UnsubscribeToken } from '#product/alerting/alerts';
import { putIntoOutbox } from '#product/alerting/outbox';
import type { AlertedCondition } from './operator-alert.types.ts';

type Telling = AlertSending<AlertedCondition> & { readonly tokens: () => UnsubscribeToken };

/**
 * Puts alerts into the outbox: one for each channel of the instance, and one for each owner who
 * wants mail.
 */
export async function putOperatorAlerts(
  transaction: Transaction<Schema>,
  told: readonly AlertedCondition[],
  telling: Telling,
): Promise<void> {
  if (told.length === 0) return;
  const recipients = [
    ...(await listChannels(transaction)),
    ...(telling.canMail ? await listOwners(transaction, telling) : []),
  ];
  for (const each of told) {
    const message = telling.compose(each);
    await putIntoOutbox(
      transaction,
      recipients.map((destination) => ({
        kind: DELIVERY_KIND,
        body: { destination, message },
        dueMs: telling.nowMs,
      })),
    );
  }
}

async function listChannels(
  transaction: Transaction<Schema>,
): Promise<readonly AlertDestination[]> {
  const rows = await transaction
    .selectFrom('channels')
    .select('id')
    .where('project_id', 'is', null)
    .where('gone_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => ({ to: 'channel', channelId: id }));
}

/**
 * Lists active owners who have not unsubscribed. `Deliveries` holds an alert back during their
 * quiet hours.
 */
async function listOwners(
  transaction: Transaction<Schema>,
  { tokens, toUnsubscribe }: Telling,
): Promise<readonly AlertDestination[]> {
  const owners = await transaction
    .selectFrom('users')
    .select(['id', 'email'])
    .where('is_owner', '=', 1)
    .where('state', '=', 'active')
    .orderBy('id')
    .limit(operatorLimits.ownersAlerted)
    .execute();
  const personal = await listPersonalAlerts(
    transaction,
    owners.map(({ id }) => id),
  );
  return owners
    .filter(({ id }) => personal(id).operator)
    .map(({ id, email }) => ({
      to: 'mail',
      address: email,
      userId: id,
      unsubscribe: toUnsubscribe(tokens().make(id)),
    }));
}
