import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readContentsOf, requireSameRows, stageDatabase } from '#persistence';
import type { StagedDatabase } from '#persistence';
import { spoolVersion } from '../spool/file/spool-schema.ts';
import { checkFiles, sealFiles } from './copied-files.ts';
import { readManifest } from './manifest.ts';
import type { CopiedSpool, Manifest } from './manifest-shape.ts';
import { RestoringFolder } from './restoring-folder.ts';

/** Of a backup. */
const PARTS = ['database', 'spool', 'secret'];

export interface RestoreTarget {
  readonly dataDir: string;
  readonly databaseUrl?: string;
}

/**
 * Checks the backup in `folder`, makes of it what `target` names, which has to be empty, and checks that. Resolves with what was
 * restored. Rejects with a RangeError, `database.unavailable`, or what the disk says; then nothing is left.
 */
export async function restoreBackup(target: RestoreTarget, folder: string): Promise<Manifest> {
  const manifest = readManifest(folder);
  requireKnownSpools(manifest.spools);
  await checkFiles(folder, manifest.files, PARTS);
  const restoring = new RestoringFolder(target.dataDir);
  let database: StagedDatabase | undefined;
  try {
    for (const name of ['spool', 'secret']) await restoring.stage(folder, name);
    checkSpools(restoring.path, manifest.spools);
    await sealFiles(restoring.path);
    if (manifest.database) {
      const staging = {
        ...target,
        folder: join(folder, 'database'),
        stagingFolder: restoring.path,
      };
      database = await stageDatabase(staging, manifest.database);
    }
    for (const name of ['spool', 'secret']) restoring.place(name);
    restoring.hold();
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
  const newer = spools.find(({ version }) => version > spoolVersion);
  if (!newer) return;
  throw new RangeError(
    `the backup was made by a newer version: its spool ${newer.name} has version ${newer.version}, ` +
      `and this version knows ${spoolVersion}`,
  );
}

function checkSpools(folder: string, spools: readonly CopiedSpool[]): void {
  for (const { name, rows } of spools) {
    const file = join(folder, 'spool', name, 'spool.sqlite');
    if (!existsSync(file))
      throw new RangeError(`the backup is damaged: it lacks the spool ${name}`);
    requireSameRows(rows, readContentsOf(file).rows);
  }
}
