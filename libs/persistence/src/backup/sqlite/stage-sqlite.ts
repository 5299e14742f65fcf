import { copyFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolderSync } from '../../sync-folder.ts';
import { requireSameRows } from '../contents-check.ts';
import type { DatabaseContents } from '../database-copy.ts';
import type { DatabaseStaging, StagedDatabase } from '../staged-database.ts';
import { syncFile } from '../sync-file.ts';
import { readContentsOf } from './sqlite-contents.ts';
import { SQLITE_FILE } from './copy-sqlite.ts';

export async function stageSqlite(
  { folder, stagingFolder, dataDir }: DatabaseStaging,
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
