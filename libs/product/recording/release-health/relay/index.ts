import type { Job } from '#shared';
import { inShortSteps, type JobTimes, seldom } from '#telemetry/plain';
import type { ReleaseHealthStore } from '../index.ts';

export interface ReleaseHealthJobParts extends JobTimes {
  readonly releaseHealth: Pick<ReleaseHealthStore, 'removeOld' | 'settle'>;
}

export function releaseHealthJobs({
  releaseHealth,
  ...times
}: ReleaseHealthJobParts): readonly Job[] {
  const step = (nowMs: number) => releaseHealth.removeOld(nowMs);
  return [
    {
      name: 'session-places',
      everyMs: 60_000,
      exclusive: true,
      run: () => releaseHealth.settle(times.clock.nowMs()),
    },
    inShortSteps({ name: 'old-sessions', ...seldom, step }, times),
  ];
}
