import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Database, requireRestored } from '#persistence';
import { openDatabase } from '#product';
import type { BackupSource } from './required-data.ts';

/**
 * Opens the database for an operator's command while services may run. Rejects with a RangeError
 * that names the missing setting, or with `database.unavailable`.
 */
export async function withDatabase<Result>(
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
