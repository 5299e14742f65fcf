import { copyFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolderSync } from '../../sync-folder.ts';
import { requireSameRows } from '../contents-check.ts';
import type { DatabaseContents } from '../database-snapshot.ts';
import type { StagedDatabase } from '../staged-database.ts';
import { syncFile } from '../sync-file.ts';
import { readContentsOf, SQLITE_FILE } from './sqlite-snapshot.ts';

export interface SqliteStaging {
  /** Of the copy. */
  readonly folder: string;
  /** On the file system of `dataDir`. */
  readonly stagingFolder: string;
  readonly dataDir: string;
}

export async function stageSqlite(
  { folder, stagingFolder, dataDir }: SqliteStaging,
  contents: DatabaseContents,
): Promise<StagedDatabase> {
  const staged = join(stagingFolder, SQLITE_FILE);
  await copyFile(join(folder, SQLITE_FILE), staged);
  requireSameRows(contents.rows, readContentsOf(staged).rows);
  await syncFile(staged);
  return {
    commit: async () => {
      await rename(staged, join(dataDir, SQLITE_FILE));
      syncFolderSync(dataDir);
    },
    abandon: () => rm(staged, { force: true }),
  };
}
