import type { DroppedFiles, DeletionStore } from '../index.ts';
import { Logger, inSteps } from '#telemetry/plain';
import type { Pause } from '#telemetry/plain';

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
