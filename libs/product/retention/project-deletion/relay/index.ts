import type { Job } from '#shared';
import { inShortSteps, type JobTimes, often } from '#telemetry/plain';
import type { ProjectDeletionStore } from '../index.ts';

export interface ProjectDeletionJobParts extends JobTimes {
  readonly projectDeletions: Pick<ProjectDeletionStore, 'sweep'>;
}

export function projectDeletionJobs({
  projectDeletions,
  ...times
}: ProjectDeletionJobParts): readonly Job[] {
  const step = (nowMs: number) => projectDeletions.sweep(nowMs);
  return [inShortSteps({ name: 'deleted-projects', ...often, step }, times)];
}
