import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createStores, openDatabase, ownSchema } from '#product';
import { type Database, requireRestored, shrinkDatabase } from '#persistence';
import { formatBytes, SystemClock } from '#shared';
import type { BackupSource } from '../backup/required-data.ts';
import { describeUsage } from './describe-usage.ts';

/** Resolves with lines. Rejects with a RangeError that says what is missing, or `database.unavailable`. */
export async function listUsage(place: BackupSource): Promise<string[]> {
  return withDatabase(place, async (database) => {
    const { space, projects } = createStores(database);
    const use = await space.measure(new SystemClock().nowMs(), { isThorough: true });
    return describeUsage(use, await projects.list());
  });
}

/** The same once the database was written anew. */
export async function shrink(place: BackupSource): Promise<string[]> {
  await withDatabase(place, () => Promise.resolve());
  const { beforeBytes, afterBytes } = await shrinkDatabase(place, ownSchema);
  return [
    `The database took ${formatBytes(beforeBytes)}, and now takes ${formatBytes(afterBytes)}.`,
  ];
}

async function withDatabase<Result>(
  place: BackupSource,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  requireDatabase(place);
  const database = openDatabase(place);
  try {
    await database.requireKnown(['platform', 'product']);
    return await work(database);
  } finally {
    await database.close();
  }
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
