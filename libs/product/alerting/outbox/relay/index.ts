import type { Job } from '#shared';
import { inShortSteps, type JobTimes, seldom } from '#telemetry/plain';
import type { OutboxStore } from '../index.ts';
import { boundOutbox } from './bound-outbox.ts';

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
