import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { syncFolderSync } from '#persistence';
import { SpoolFile } from './spool-file.ts';

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

/**
 * Opens, one after the other, the spools below `dataDir` that no living process holds: what relays
 * that are gone have left. Whoever iterates closes each.
 */
export function* openUnheldSpoolFiles(dataDir: string): Generator<SpoolFile> {
  const root = join(dataDir, 'spool');
  for (const entry of readdirSync(root, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const opening = SpoolFile.open(join(root, entry.name, FILE_NAME), entry.name);
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
