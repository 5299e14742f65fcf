import type { Clock, Job, RelayHealth } from '#shared';
import type { FolderRoom, OperationSampleStore } from '../index.ts';

export interface SampleJobParts {
  readonly operationSamples: Pick<OperationSampleStore, 'add'>;
  readonly health: {
    /** Undefined when the spool does not report how many reports wait. */
    findQueue(): Promise<RelayHealth['queue'] | undefined>;
  };
  readonly measureFolder: () => Promise<FolderRoom>;
  readonly clock: Clock;
  /** Id of this relay's spool. */
  readonly scope: string;
}

/** Makes the job that samples this relay's queue and disk. Each relay runs it. */
export function sampleJobs(parts: SampleJobParts): readonly Job[] {
  const { operationSamples, health, measureFolder, clock, scope: relay } = parts;
  const run = async (): Promise<void> => {
    const queue = await health.findQueue();
    if (!queue) return;
    const { depth: waiting, oldestMs } = queue;
    const room = await measureFolder();
    await operationSamples.add({ atMs: clock.nowMs(), relay, waiting, oldestMs, ...room });
  };
  return [{ name: 'operation-samples', everyMs: 60_000, run }];
}
