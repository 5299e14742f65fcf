import type { SpaceStore } from '#product/retention/space';
import type { Job } from '#shared';
import { hourly, type JobTimes, seldom } from '#telemetry/plain';
import type { RetentionStore } from '../index.ts';
import { endOldEvents, tidyKeys } from './retention.ts';

export interface RetentionJobParts extends JobTimes {
  readonly retention: Pick<RetentionStore, 'keepUp' | 'makeRoom' | 'removeExpired' | 'tidyKeys'>;
  /** Calls `follow` after each recorded batch with the number of its events. */
  readonly followRecording: (follow: (events: number) => Promise<void>) => void;
  readonly space: Pick<SpaceStore, 'truncate' | 'giveBack'>;
}

export function retentionJobs(parts: RetentionJobParts): readonly Job[] {
  const { retention, clock, pause } = parts;
  parts.followRecording((events) => retention.keepUp(clock.nowMs(), events));
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
