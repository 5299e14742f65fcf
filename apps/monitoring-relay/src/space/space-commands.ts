import { createStores, ownSchema } from '#product';
import { shrinkDatabase } from '#persistence';
import { formatBytes, SystemClock } from '#shared';
import type { BackupSource } from '../backup/required-data.ts';
import { withDatabase } from '../backup/with-database.ts';
import { describeUsage } from './describe-usage.ts';

/**
 * Resolves with the report's lines. Rejects with a RangeError that names the missing setting, or
 * with `database.unavailable`.
 */
export async function listUsage(place: BackupSource): Promise<string[]> {
  return withDatabase(place, async (database) => {
    const { space, projects } = createStores(database);
    const use = await space.measure(new SystemClock().nowMs(), { isThorough: true });
    return describeUsage(use, await projects.list());
  });
}

export async function shrink(place: BackupSource): Promise<string[]> {
  await withDatabase(place, () => Promise.resolve());
  const { beforeBytes, afterBytes } = await shrinkDatabase(place, ownSchema);
  return [
    `The database took ${formatBytes(beforeBytes)}, and now takes ${formatBytes(afterBytes)}.`,
  ];
}
