import type { OutboxStore } from '../index.ts';
import { channelLimits } from '#shared';
import { Logger } from '#telemetry/plain';

/**
 * Drops messages that were overdue at `overdueAtMs` by `channelLimits.outboxMs`, and the oldest messages beyond
 * `channelLimits.outboxMessages`, in one short step. Returns true when it dropped any. Writes a
 * warning to the log; the store writes the audit entry.
 */
export async function boundOutbox(
  outbox: Pick<OutboxStore, 'dropOverdue'>,
  { nowMs, overdueAtMs }: { readonly nowMs: number; readonly overdueAtMs: number },
): Promise<boolean> {
  const dropped = await outbox.dropOverdue({
    nowMs,
    dueBeforeMs: overdueAtMs - channelLimits.outboxMs,
    keep: channelLimits.outboxMessages,
  });
  if (dropped > 0) {
    new Logger('Outbox').warn(
      `${dropped} alerts are dropped, because they waited too long or too many waited.`,
    );
  }
  return dropped > 0;
}
