import type { OutboxStore } from '../index.ts';
import { channelLimits } from '#shared';
import { Logger } from '#telemetry/plain';

/**
 * One step: drops messages that have waited in the outbox for a day, and the oldest beyond its bound. Resolves with whether it has
 * dropped any. The log and the audit log tell the operator.
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
      `${dropped} alerts are dropped, because they waited too long or too many waited.`,
    );
  }
  return dropped > 0;
}
