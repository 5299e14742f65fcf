import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseConfig } from '../database.ts';
import { createDialect } from '../dialect/create-dialect.ts';
import { findUnknownMigration } from '../released-migrations.ts';
import type { DatabaseContents, DatabaseSnapshot } from './database-snapshot.ts';
import { SQLITE_FILE, SqliteSnapshot } from './sqlite/sqlite-snapshot.ts';
import { stageSqlite } from './sqlite/stage-sqlite.ts';
import type { StagedDatabase } from './staged-database.ts';

/**
 * Runs `work` while nobody forgets which reports the database has recorded, and nobody else makes a backup of it.
 * Rejects with `database.unavailable`.
 */
export function holdBackupLock<T>(config: DatabaseConfig, work: () => Promise<T>): Promise<T> {
  return createDialect(config).holdBackupLock(work);
}

/** The database as it is now; undefined when it is a file that is not there. Rejects with `database.unavailable`. */
export async function openDatabaseSnapshot({
  dataDir,
  databaseUrl,
}: DatabaseConfig): Promise<DatabaseSnapshot | undefined> {
  if (databaseUrl === undefined) return SqliteSnapshot.open(dataDir);
  const { PostgresSnapshot } = await import('./postgres/postgres-snapshot.ts');
  return PostgresSnapshot.open(databaseUrl);
}

export interface DatabaseStaging extends DatabaseConfig {
  /** What `copyTo` was given. */
  readonly folder: string;
  /** On the file system of `dataDir`, for what is not in its place yet. */
  readonly stagingFolder: string;
}

/**
 * Makes the database of a copy and counts its rows; it is there once it is committed. Rejects with a RangeError that says
 * why this copy cannot be restored there, with `database.unavailable`, or what the disk says.
 */
export async function stageDatabase(
  staging: DatabaseStaging,
  contents: DatabaseContents,
): Promise<StagedDatabase> {
  const { databaseUrl, dataDir, folder } = staging;
  const unknown = findUnknownMigration(contents.migrations);
  if (unknown !== undefined) {
    throw new RangeError(
      `its database has the migration ${unknown}, which this version does not know`,
    );
  }
  if ((contents.kind === 'postgres') !== (databaseUrl !== undefined)) {
    const [from, to] =
      contents.kind === 'postgres' ? ['PostgreSQL', 'SQLite'] : ['SQLite', 'PostgreSQL'];
    throw new RangeError(`its database is of ${from}, and DATABASE_URL asks for ${to}`);
  }
  if (databaseUrl === undefined) {
    if (existsSync(join(dataDir, SQLITE_FILE))) throw new RangeError(`${dataDir} has a database`);
    return stageSqlite(staging, contents);
  }
  const { stagePostgres } = await import('./postgres/stage-postgres.ts');
  return stagePostgres(databaseUrl, folder, contents);
}
