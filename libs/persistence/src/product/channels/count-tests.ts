import type { Kysely } from 'kysely';
import type { Schema } from '../../schema.ts';
import type { DeliveryStore } from './delivery.store.ts';

/** See `DeliveryStore.countTests`. */
export async function countTests(
  db: Kysely<Schema>,
  of: Parameters<DeliveryStore['countTests']>[0],
  sinceMs: number,
): Promise<number> {
  const { messages } = await db
    .selectFrom('deliveries')
    .select(({ fn }) => fn.count<number>('message_id').distinct().as('messages'))
    .where('kind', '=', 'test')
    .where('created_at', '>', sinceMs)
    .where((where) =>
      'ruleId' in of ? where('rule_id', '=', of.ruleId) : where('channel_id', '=', of.channelId),
    )
    .executeTakeFirstOrThrow();
  return messages;
}
