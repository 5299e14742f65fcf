import type { Job } from '#shared';
import { inShortSteps, type JobTimes } from '#telemetry/plain';
import type { BulkStore } from '../index.ts';

export interface BulkJobParts extends JobTimes {
  readonly bulks: Pick<BulkStore, 'step'>;
}

export function bulkJobs({ bulks, ...times }: BulkJobParts): readonly Job[] {
  const step = (nowMs: number) => bulks.step(nowMs);
  // Goes on with what its page did not end, or with what a crash left.
  return [inShortSteps({ name: 'bulk-changes', everyMs: 1000, step }, times)];
}
