import type { Job } from '#shared';
import { channelLimits } from '#shared';
import { inShortSteps, type JobTimes, seldom, Logger } from '#telemetry/plain';
import type { OutboxStore } from '../index.ts';

export interface OutboxJobParts extends JobTimes {
  readonly outbox: Pick<OutboxStore, 'dropOverdue'>;
}

export function outboxJobs({ outbox, ...times }: OutboxJobParts): readonly Job[] {
  let lookedAtMs = Infinity;
  // Messages that have become overdue since the last look are left alone, because the clock may have
  // been set forward. They are sent meanwhile, unless nothing can be sent.
  const step = async (nowMs: number) => {
    const overdueAtMs = Math.min(nowMs, lookedAtMs);
    const isMore = await boundOutbox(outbox, { nowMs, overdueAtMs });
    // A look may take several steps.
    if (!isMore) lookedAtMs = nowMs;
    return isMore;
  };
  return [inShortSteps({ name: 'outbox-bounds', ...seldom, step }, times)];
}

/**
 * Drops messages that were overdue at `overdueAtMs` by `channelLimits.outboxMs`, and the oldest messages beyond
 * `channelLimits.outboxMessages`, in one short step. Returns true when it dropped any. Writes a
 * warning to the log; the store writes the audit entry.
 */
async function boundOutbox(
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
