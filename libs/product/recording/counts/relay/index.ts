import type { Job } from '#shared';
import { inShortSteps, type JobTimes, seldom } from '#telemetry/plain';
import type { NameStore } from '../index.ts';

/** A name with enough events gets its place after this time at the latest. */
const SETTLED_MS = 60_000;

export interface NameJobParts extends JobTimes {
  readonly names: Pick<NameStore, 'settle' | 'removeOld'>;
}

export function nameJobs({ names, ...times }: NameJobParts): readonly Job[] {
  const step = (nowMs: number) => names.removeOld(nowMs);
  return [
    {
      name: 'name-places',
      everyMs: SETTLED_MS,
      exclusive: true,
      run: () => names.settle(times.clock.nowMs()),
    },
    inShortSteps({ name: 'old-names', ...seldom, step }, times),
  ];
}
