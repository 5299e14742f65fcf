import type { Clock, Job } from '#shared';
import { hourly } from '#telemetry/plain';
import type { SpaceStore } from '../index.ts';

export { sampleJobs } from './sample-jobs.ts';

export interface SpaceJobParts {
  readonly space: Pick<SpaceStore, 'measure' | 'remember'>;
  readonly clock: Clock;
}

export function spaceJobs({ space, clock }: SpaceJobParts): readonly Job[] {
  return [
    {
      name: 'space-use',
      ...hourly,
      run: async () => space.remember(await space.measure(clock.nowMs())),
    },
  ];
}
