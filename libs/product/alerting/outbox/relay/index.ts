import type { Job } from '#shared';
import { inShortSteps, type JobTimes, seldom } from '#telemetry/plain';
import type { OutboxStore } from '../index.ts';
import { boundOutbox } from './bound-outbox.ts';

export interface OutboxJobParts extends JobTimes {
  readonly outbox: Pick<OutboxStore, 'dropOverdue'>;
}

export function outboxJobs({ outbox, ...times }: OutboxJobParts): readonly Job[] {
  const step = (nowMs: number) => boundOutbox(outbox, nowMs);
  return [inShortSteps({ name: 'outbox-bounds', ...seldom, step }, times)];
}
