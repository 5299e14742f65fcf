import type { OutboxStore } from '#persistence';
import { channelLimits } from '#shared';
import { Logger } from '../logging/logger.ts';

/**
 * Drops some of what waits in the outbox for too long, or is too much. Resolves with whether there was something to drop. The log
 * and the audit log tell the operator.
 */
export async function boundOutbox(
  outbox: Pick<OutboxStore, 'dropOverdue'>,
  nowMs: number,
): Promise<boolean> {
  const dropped = await outbox.dropOverdue({
    nowMs,
    dueBeforeMs: nowMs - channelLimits.outboxMs,
    keep: channelLimits.outboxMessages,
  });
  if (dropped > 0) {
    new Logger('Outbox').warn(
      `${dropped} alerts waited too long, or too many did: they are dropped.`,
    );
  }
  return dropped > 0;
}
