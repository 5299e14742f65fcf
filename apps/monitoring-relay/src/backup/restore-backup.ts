import { join } from 'node:path';
import { readContentsOf, requireSameRows, stageDatabase } from '#persistence';
import { ownSchema } from '#product';
import type { StagedDatabase } from '#persistence';
import { requireKnownSpool } from '../spool/file/spool-schema.ts';
import { checkFiles, sealFiles } from './copied-files.ts';
import { type CopiedSpool, type Manifest, readManifest } from './manifest.ts';
import { RestoringFolder } from './restoring-folder.ts';

export interface RestoreTarget {
  readonly dataDir: string;
  readonly databaseUrl?: string;
}

/**
 * Checks the backup in `folder`, restores it into the empty `target`, and checks the result.
 * Rejects with a RangeError, with `database.unavailable`, or when a file cannot be copied, and
 * leaves `target` empty.
 */
export async function restoreBackup(target: RestoreTarget, folder: string): Promise<Manifest> {
  const manifest = readManifest(folder);
  requireKnownSpools(manifest.spools);
  await checkFiles(folder, manifest.files);
  const restoring = new RestoringFolder(target.dataDir);
  let database: StagedDatabase | undefined;
  try {
    await restoring.stage(folder, manifest.files);
    checkSpools(restoring.path, manifest.spools);
    await sealFiles(restoring.path);
    if (manifest.database) {
      const staging = {
        ...target,
        folder: join(folder, 'database'),
        stagingFolder: restoring.path,
      };
      database = await stageDatabase(staging, manifest.database, ownSchema);
    }
    restoring.place();
    await database?.commit();
    restoring.complete();
    return manifest;
  } catch (error) {
    await database?.abandon();
    restoring.abandon();
    throw error;
  }
}

function requireKnownSpools(spools: readonly CopiedSpool[]): void {
  for (const { name, version } of spools)
    requireKnownSpool(`the spool ${name} of the backup`, version);
}

function checkSpools(folder: string, spools: readonly CopiedSpool[]): void {
  for (const { name, rows } of spools) {
    requireSameRows(rows, readContentsOf(join(folder, 'spool', name, 'spool.sqlite')).rows);
  }
}
