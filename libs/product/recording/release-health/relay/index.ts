import type { Job } from '#shared';
import { inShortSteps, type JobTimes, seldom } from '#telemetry/plain';
import type { ReleaseHealthStore } from '../index.ts';

export { sessionItems } from './session-items.ts';

export interface ReleaseHealthJobParts extends JobTimes {
  readonly releaseHealth: Pick<ReleaseHealthStore, 'removeOld'>;
}

export function releaseHealthJobs({
  releaseHealth,
  ...times
}: ReleaseHealthJobParts): readonly Job[] {
  const step = (nowMs: number) => releaseHealth.removeOld(nowMs);
  return [inShortSteps({ name: 'old-sessions', ...seldom, step }, times)];
}
