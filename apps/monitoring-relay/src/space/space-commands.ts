import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createStores, openDatabase, requireRestored, shrinkDatabase } from '#persistence';
import { formatBytes, SystemClock } from '#shared';
import type { BackupSource } from '../backup/required-data.ts';
import { describeUsage } from './describe-usage.ts';

/** Resolves with lines. Rejects with a RangeError that says what is missing, or `database.unavailable`. */
export async function listUsage(place: BackupSource): Promise<string[]> {
  requireDatabase(place);
  const database = openDatabase(place);
  try {
    await database.requireKnown(['platform', 'product']);
    const { space, projects } = createStores(database);
    const use = await space.measure(new SystemClock().nowMs(), { isThorough: true });
    return describeUsage(use, await projects.list());
  } finally {
    await database.close();
  }
}

/** The same once the database was written anew. */
export async function shrink(place: BackupSource): Promise<string[]> {
  requireDatabase(place);
  const { beforeBytes, afterBytes } = await shrinkDatabase(place);
  return [
    `The database took ${formatBytes(beforeBytes)}, and now takes ${formatBytes(afterBytes)}.`,
  ];
}

function requireDatabase({ dataDir, databaseUrl, hasDatabase }: BackupSource): void {
  if (!hasDatabase) throw new RangeError('a relay that only forwards has no database');
  if (databaseUrl !== undefined) return;
  requireRestored(dataDir);
  if (!existsSync(join(dataDir, 'errata.sqlite'))) {
    throw new RangeError(
      `DATA_DIR ${dataDir} has no errata.sqlite; set DATA_DIR or DATABASE_URL as for the relay`,
    );
  }
}
