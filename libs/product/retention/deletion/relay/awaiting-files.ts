import type { CrowdedOut, DeletionStore } from '../index.ts';
import { Logger, inSteps } from '#telemetry/plain';
import type { Pause } from '#telemetry/plain';

const MIB = 1024 * 1024;
const logger = new Logger('AwaitingFiles');

/**
 * Bounds how many files of a project wait for their event, in steps that nobody notices: anybody may send some for events
 * that never come. Rejects when the database is away; the next run goes on with the rest.
 */
export async function boundAwaitingFiles(
  deletions: Pick<DeletionStore, 'lookForOwners' | 'crowdOut'>,
  pace: { readonly pause: Pause; readonly signal: AbortSignal },
): Promise<void> {
  await inSteps(() => deletions.lookForOwners(), pace);
  const gone = new Map<number, CrowdedOut>();
  const crowdOut = async (): Promise<boolean> => {
    const went = await deletions.crowdOut();
    if (!went) return false;
    const { files = 0, bytes = 0 } = gone.get(went.projectId) ?? {};
    gone.set(went.projectId, { ...went, files: files + went.files, bytes: bytes + went.bytes });
    return true;
  };
  try {
    await inSteps(crowdOut, pace);
  } finally {
    for (const each of gone.values()) tell(each);
  }
}

function tell({ projectId, files, bytes }: CrowdedOut): void {
  if (files === 0) return;
  const size = `${files} files (${Math.ceil(bytes / MIB)} MiB)`;
  logger.warn(
    `Project ${projectId} has too many files that wait for their event. The oldest are removed: ${size}.`,
  );
}
