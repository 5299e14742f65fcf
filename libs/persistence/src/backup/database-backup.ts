import { existsSync, mkdirSync } from 'node:fs';
import { copyFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseConfig } from '../database.ts';
import { createDialect } from '../dialect/create-dialect.ts';
import type { OwnSchema } from '../own-schema.ts';
import { requireReleased } from '../released-migrations.ts';
import { syncFolderSync } from '../sync-folder.ts';
import { requireSameRows } from './contents-check.ts';
import type { DatabaseContents, DatabaseCopy } from './database-copy.ts';
import { copySqlite, SQLITE_FILE } from './sqlite/copy-sqlite.ts';
import { readContentsOf } from './sqlite/sqlite-contents.ts';
import type { DatabaseStaging, StagedDatabase } from './staged-database.ts';
import { syncFile } from './sync-file.ts';

/**
 * Runs `work` while no other process makes a backup or deletes rows of `processed_reports`. Rejects
 * with `database.unavailable`.
 */
export function holdBackupLock<T>(config: DatabaseConfig, work: () => Promise<T>): Promise<T> {
  return createDialect(config).holdBackupLock(work);
}

/**
 * Copies one consistent state of the database into files in `folder`. Creates the folder. Resolves
 * with undefined when the SQLite file does not exist.
 *
 * Rejects with a RangeError when the database is damaged, and with `database.newer` or
 * `database.unreleased` when this version cannot read it. Also rejects when a file cannot be
 * written, and with `database.unavailable`.
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
 * Restores a database from its copy and checks the restored rows. `commit` makes the restored
 * database visible.
 *
 * Rejects with a RangeError that says why the copy cannot be restored into `staging`, and with the
 * other faults of `copyDatabase`.
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

async function stageSqlite(
  { folder, stagingFolder, dataDir }: DatabaseStaging,
  contents: DatabaseContents,
): Promise<StagedDatabase> {
  const [staged, file] = [stagingFolder, dataDir].map((each) => join(each, SQLITE_FILE)) as [
    string,
    string,
  ];
  await copyFile(join(folder, SQLITE_FILE), staged);
  requireSameRows(contents.rows, readContentsOf(staged).rows);
  await syncFile(staged);
  let placed = staged;
  return {
    commit: async () => {
      // SQLite would read such a log into the restored database.
      const other = ['', '-wal', '-shm', '-journal'].find((end) => existsSync(file + end));
      if (other !== undefined) throw new RangeError(`${file}${other} was made meanwhile`);
      await rename(staged, file);
      placed = file;
      syncFolderSync(dataDir);
      requireSameRows(contents.rows, readPlaced(file).rows);
    },
    abandon: () => rm(placed, { force: true }),
  };
}

function readPlaced(file: string): DatabaseContents {
  try {
    return readContentsOf(file);
  } catch (cause) {
    throw new RangeError(`${file} cannot be read in its place`, { cause });
  }
}
