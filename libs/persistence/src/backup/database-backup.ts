import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseConfig } from '../database.ts';
import { createDialect } from '../dialect/create-dialect.ts';
import type { OwnSchema } from '../own-schema.ts';
import { requireReleased } from '../released-migrations.ts';
import type { DatabaseContents, DatabaseCopy } from './database-copy.ts';
import { copySqlite, SQLITE_FILE } from './sqlite/copy-sqlite.ts';
import { stageSqlite } from './sqlite/stage-sqlite.ts';
import type { DatabaseStaging, StagedDatabase } from './staged-database.ts';

/**
 * Runs `work` while nobody forgets which reports the database has recorded, and nobody else makes a backup of it.
 * Rejects with `database.unavailable`.
 */
export function holdBackupLock<T>(config: DatabaseConfig, work: () => Promise<T>): Promise<T> {
  return createDialect(config).holdBackupLock(work);
}

/**
 * Copies the database, as it is at one moment, into files of `folder`, which it makes. Resolves with undefined when the
 * database is a file that is not there. Rejects with a RangeError when it is damaged, with `database.newer` or
 * `database.unreleased` when this version does not read it, with what the disk says, or `database.unavailable`.
 */
export async function copyDatabase(
  { dataDir, databaseUrl }: DatabaseConfig,
  folder: string,
  own: OwnSchema,
): Promise<DatabaseCopy | undefined> {
  if (databaseUrl === undefined && !existsSync(join(dataDir, SQLITE_FILE))) return undefined;
  mkdirSync(folder);
  if (databaseUrl === undefined) return copySqlite(dataDir, folder, own);
  const { copyPostgres } = await import('./postgres/copy-postgres.ts');
  return copyPostgres(databaseUrl, folder, own);
}

/**
 * Makes the database of a copy and counts its rows; it is there once it is committed. Rejects with a RangeError that says
 * why this copy cannot be restored there, as `copyDatabase` does, with `database.unavailable`, or what the disk says.
 */
export async function stageDatabase(
  staging: DatabaseStaging,
  contents: DatabaseContents,
  own: OwnSchema,
): Promise<StagedDatabase> {
  const { databaseUrl, dataDir, folder } = staging;
  requireReleased(contents.migrations, own.migrations);
  if ((contents.kind === 'postgres') !== (databaseUrl !== undefined)) {
    const isFrom = databaseUrl === undefined ? 'PostgreSQL' : 'SQLite';
    throw new RangeError(
      `the backup is of a ${isFrom} database, but DATABASE_URL asks for the other kind`,
    );
  }
  if (databaseUrl === undefined) {
    if (existsSync(join(dataDir, SQLITE_FILE)))
      throw new RangeError(`${dataDir} already has a database`);
    return stageSqlite(staging, contents);
  }
  const { stagePostgres } = await import('./postgres/stage-postgres.ts');
  return stagePostgres({ databaseUrl, folder }, contents, own);
}
