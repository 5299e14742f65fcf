import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { syncFolderSync } from '#persistence';
import { SpoolFile, type SpoolFileOpening } from '../file/spool-file.ts';

const FILE_NAME = 'spool.sqlite';

/**
 * Opens a spool below `dataDir`: the first instance folder that no living process holds, with
 * whatever it still contains, else a new one. Throws what the file system or SQLite throws when
 * neither can be written.
 */
export function openSpoolFile(dataDir: string): SpoolFile {
  const root = join(dataDir, 'spool');
  mkdirSync(root, { recursive: true });
  const file = openUnheld(dataDir) ?? makeNew(root);
  // SQLite syncs what is in the file; that the folders name it is ours to sync. Also of one that was there:
  // who made it may have been killed before.
  for (const folder of [dirname(file.db.name), root, dataDir]) syncFolderSync(folder);
  return file;
}

/** The folders of spools below `dataDir`, whoever holds them. */
export function listSpoolFolders(dataDir: string): string[] {
  const entries = readdirSync(join(dataDir, 'spool'), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

export function findSpoolPath(dataDir: string, folder: string): string {
  return join(dataDir, 'spool', folder, FILE_NAME);
}

/** Opens the spool in one of those folders, in turns with what else is done. Rejects when it cannot be written. */
export function openSpoolFolderInTurns(dataDir: string, folder: string): Promise<SpoolFileOpening> {
  return SpoolFile.openInTurns(findSpoolPath(dataDir, folder), folder);
}

/**
 * Opens, one after the other, the spools below `dataDir` that no living process holds: what relays
 * that are gone have left. Whoever iterates closes each.
 */
export function* openUnheldSpoolFiles(dataDir: string): Generator<SpoolFile> {
  for (const folder of listSpoolFolders(dataDir)) {
    const opening = SpoolFile.open(findSpoolPath(dataDir, folder), folder);
    if (opening.ok) yield opening.file;
  }
}

function openUnheld(dataDir: string): SpoolFile | undefined {
  for (const file of openUnheldSpoolFiles(dataDir)) return file;
  return undefined;
}

function makeNew(root: string): SpoolFile {
  const name = randomBytes(6).toString('hex');
  const folder = join(root, name);
  mkdirSync(folder);
  const opening = SpoolFile.open(join(folder, FILE_NAME), name);
  // Another relay that starts in this very moment may adopt the folder first.
  return opening.ok ? opening.file : makeNew(root);
}
