import type { Stores } from '#persistence';
import type { Clock } from '#shared';
import type { SpoolQueue } from '../spool/spool-queue.ts';
import { AwaitingFiles } from './awaiting-files.ts';
import { DeletedIssues } from './deleted-issues.ts';
import { LocalProcessing } from './local-processing.ts';
import { OldOutcomes } from './old-outcomes.ts';
import { Processor, type ProcessorOptions } from './processor.ts';

export interface ProcessingOptions extends Omit<ProcessorOptions, 'reports'> {
  readonly stores: Pick<Stores, 'deletions' | 'outcomes' | 'reports'>;
  readonly clock: Clock;
}

/** Puts together what processes in this thread, whichever that is. */
export function createProcessing(options: ProcessingOptions): LocalProcessing {
  const { queue, stores, faults, pause, clock } = options;
  const { onWaiting, onRecording, encode } = options;
  const createProcessor = (from: SpoolQueue) =>
    new Processor({
      queue: from,
      reports: stores.reports,
      faults,
      pause,
      onWaiting,
      onRecording,
      encode,
    });
  return new LocalProcessing({
    processor: createProcessor(queue),
    createProcessor,
    awaitingFiles: new AwaitingFiles(stores.deletions, pause),
    deletedIssues: new DeletedIssues(stores.deletions, pause),
    oldOutcomes: new OldOutcomes(stores.outcomes, clock, pause),
    pause,
  });
}
