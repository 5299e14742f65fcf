import type { Job } from '#shared';
import { inShortSteps, type JobTimes } from '#telemetry/plain';
import type { BulkStore } from '../index.ts';

export interface BulkJobParts extends JobTimes {
  readonly bulks: Pick<BulkStore, 'step'>;
}

export function bulkJobs({ bulks, ...times }: BulkJobParts): readonly Job[] {
  const step = (nowMs: number) => bulks.step(nowMs);
  // Continues bulk changes that the page's request did not finish, or that a crash interrupted.
  return [inShortSteps({ name: 'bulk-changes', everyMs: 1000, step }, times)];
}
