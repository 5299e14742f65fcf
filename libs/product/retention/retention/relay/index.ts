import type { SpaceStore } from '#product/retention/space';
import type { Job } from '#shared';
import { hourly, type JobTimes, seldom } from '#telemetry/plain';
import type { RetentionStore } from '../index.ts';
import { endOldEvents, tidyKeys } from './retention.ts';

export interface RetentionJobParts extends JobTimes {
  readonly retention: Pick<RetentionStore, 'makeRoom' | 'removeExpired' | 'tidyKeys'>;
  readonly space: Pick<SpaceStore, 'truncate' | 'giveBack'>;
}

export function retentionJobs(parts: RetentionJobParts): readonly Job[] {
  const { retention, clock, pause } = parts;
  return [
    {
      name: 'old-events',
      ...seldom,
      run: (signal) => endOldEvents(parts, { clock, pause, signal }),
    },
    {
      name: 'old-counts',
      ...hourly,
      run: (signal) => tidyKeys(retention, { clock, pause, signal }),
    },
  ];
}
