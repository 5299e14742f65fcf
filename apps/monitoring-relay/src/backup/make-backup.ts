import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { copyDatabase, holdBackupLock, readContentsOf } from '#persistence';
import { ownSchema } from '#product';
import { findSpoolPath, listSpoolFolders } from '../spool/opening/open-spool.ts';
import { copySpool } from '../spool/copy/copy-spool.ts';
import { sealFiles } from './copied-files.ts';
import { type CopiedSpool, type Manifest, writeManifest } from './manifest.ts';
import { PartialFolder } from './partial-folder.ts';
import { requireData, requireInstallation } from './required-data.ts';
import type { BackupSource } from './required-data.ts';

/**
 * Copies all spools, then the database, into `target` while services run. The order matters: a
 * report that is processed in the meantime is in the copy of the database. A report in both copies
 * counts once after a restore, because relays keep the ids of recorded reports while the backup
 * lock is held.
 *
 * Resolves with the manifest once the backup is complete and flushed to the disk. Rejects with a
 * RangeError, with `database.unavailable`, or when a file cannot be copied, and leaves no folder
 * behind.
 */
export async function makeBackup(source: BackupSource, target: string): Promise<Manifest> {
  requireData(source);
  const folder = new PartialFolder(target);
  try {
    const { database, spools } = await copyData(source, folder.path);
    copySecret(source.dataDir, folder.path);
    const files = await sealFiles(folder.path);
    const manifest = {
      version: source.version,
      takenAt: new Date().toISOString(),
      database,
      spools,
      files,
    };
    const written = writeManifest(folder.path, manifest);
    folder.complete();
    return written;
  } catch (error) {
    folder.abandon();
    throw locateFullDisk(error, target);
  }
}

/** Adds the target's path to a full-disk error, because Node's write errors contain no path. */
function locateFullDisk(error: unknown, target: string): unknown {
  const { code, path } = error as NodeJS.ErrnoException;
  const isFull = path === undefined && (code === 'ENOSPC' || code === 'EDQUOT');
  return isFull ? Object.assign(error as Error, { path: target }) : error;
}

async function copyData(source: BackupSource, folder: string) {
  const { copies, database } = await holdBackupLock(source, async () => ({
    copies: await copySpools(source.dataDir, folder),
    database: await copyDatabase(source, join(folder, 'database'), ownSchema),
  }));
  if (database && source.hasDatabase) {
    const spooled = copies.flatMap(({ keys }) => keys);
    requireInstallation(source, { spooled, stored: database.keys });
  }
  return { database: database?.contents, spools: copies.map(({ spool }) => spool) };
}

async function copySpools(dataDir: string, folder: string) {
  const copies: { spool: CopiedSpool; keys: readonly string[] }[] = [];
  if (!existsSync(join(dataDir, 'spool'))) return copies;
  for (const name of listSpoolFolders(dataDir)) {
    if (!existsSync(findSpoolPath(dataDir, name))) continue;
    const [from, to] = [join(dataDir, 'spool', name), join(folder, 'spool', name)];
    const { version, queued, forwards, keys } = await copySpool({ from, to });
    const { rows } = readContentsOf(join(to, 'spool.sqlite'));
    copies.push({
      spool: { name, version, queued, owed: forwards > 0 ? forwards : undefined, rows },
      keys,
    });
  }
  return copies;
}

function copySecret(dataDir: string, folder: string): void {
  const secret = join(dataDir, 'secret');
  if (existsSync(secret)) copyFileSync(secret, join(folder, 'secret'));
}
