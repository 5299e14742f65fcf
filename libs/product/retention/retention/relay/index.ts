import type { SpaceStore } from '#product/retention/space';
import type { Job } from '#shared';
import {
  hourly,
  type JobTimes,
  seldom,
  runThrottled,
  type Pace,
  walkThrottled,
} from '#telemetry/plain';
import type { RetentionStore, RoomPosition } from '../index.ts';

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

interface Stored {
  readonly retention: Pick<RetentionStore, 'removeExpired' | 'makeRoom'>;
  readonly space: Pick<SpaceStore, 'giveBack' | 'truncate'>;
}

/**
 * Deletes data that is older than its project's retention period, and makes room when the storage
 * budget is nearly used up. Gives space back to the disk between the steps, because this gets
 * slower the more space is free.
 */
async function endOldEvents({ retention, space }: Stored, pace: Pace): Promise<void> {
  const { clock } = pace;
  await runThrottled(
    async () => (await space.giveBack()) || retention.removeExpired(clock.nowMs()),
    pace,
  );
  await walkThrottled<RoomPosition>(
    async (from) =>
      from && (await space.giveBack()) ? from : retention.makeRoom(clock.nowMs(), from),
    pace,
  );
  await runThrottled(() => space.giveBack(), pace);
  await space.truncate();
}

function tidyKeys(retention: Pick<RetentionStore, 'tidyKeys'>, pace: Pace): Promise<void> {
  const { clock } = pace;
  return walkThrottled<number>((after) => retention.tidyKeys(clock.nowMs(), after ?? 0), pace);
}
