import type { Job } from '#shared';
import { inShortSteps, type JobTimes, often } from '#telemetry/plain';
import type { DeletionStore } from '../index.ts';
import { boundAwaitingFiles } from './awaiting-files.ts';

export interface DeletionJobParts extends JobTimes {
  readonly deletions: Pick<DeletionStore, 'dropExcessFiles' | 'lookForOwners' | 'sweep'>;
  readonly space: { giveBack(): Promise<boolean> };
}

export function deletionJobs(parts: DeletionJobParts): readonly Job[] {
  const { deletions, pause } = parts;
  return [
    {
      name: 'awaiting-files',
      ...often,
      run: (signal) => boundAwaitingFiles(deletions, { pause, signal }),
    },
    inShortSteps({ name: 'deleted-issues', ...often, step: () => sweep(parts) }, parts),
  ];
}

/**
 * Deletes some rows that nobody can see any more, and gives about as much space back to the disk.
 * Returns true when more rows may remain.
 */
async function sweep({
  deletions,
  space,
}: Pick<DeletionJobParts, 'deletions' | 'space'>): Promise<boolean> {
  const hasMore = await deletions.sweep();
  if (hasMore) await space.giveBack();
  return hasMore;
}
