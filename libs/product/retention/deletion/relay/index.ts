import type { Job } from '#shared';
import { inShortSteps, type JobTimes, often, Logger, inSteps, type Pause } from '#telemetry/plain';
import type { DeletionStore, DroppedFiles } from '../index.ts';

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

const MIB = 1024 * 1024;
const logger = new Logger('AwaitingFiles');

/**
 * Drops files that wait for their event when a project has more of them than its limit allows.
 * Without a limit, anybody could fill the disk with files of events that never come. Rejects when
 * the database is unavailable; the job's next run continues.
 */
export async function boundAwaitingFiles(
  deletions: Pick<DeletionStore, 'lookForOwners' | 'dropExcessFiles'>,
  pace: { readonly pause: Pause; readonly signal: AbortSignal },
): Promise<void> {
  await inSteps(() => deletions.lookForOwners(), pace);
  const gone = new Map<number, DroppedFiles>();
  const dropExcessFiles = async (): Promise<boolean> => {
    const went = await deletions.dropExcessFiles();
    if (!went) return false;
    const { files = 0, bytes = 0 } = gone.get(went.projectId) ?? {};
    gone.set(went.projectId, { ...went, files: files + went.files, bytes: bytes + went.bytes });
    return true;
  };
  try {
    await inSteps(dropExcessFiles, pace);
  } finally {
    for (const each of gone.values()) tell(each);
  }
}

function tell({ projectId, files, bytes }: DroppedFiles): void {
  if (files === 0) return;
  const size = `${files} files (${Math.ceil(bytes / MIB)} MiB)`;
  logger.warn(
    `Project ${projectId} has too many files that wait for their event. The oldest are removed: ${size}.`,
  );
}
