import type { Job } from '#shared';
import { inShortSteps, type JobTimes } from '#telemetry/plain';
import type { MergeStore } from '../index.ts';

export interface MergeJobParts extends JobTimes {
  readonly merges: Pick<MergeStore, 'recountUsers'>;
}

export function mergeJobs({ merges, ...times }: MergeJobParts): readonly Job[] {
  const step = () => merges.recountUsers();
  return [inShortSteps({ name: 'recounted-users', everyMs: 1000, step }, times)];
}
