import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { syncFolderSync } from '#persistence';
import { Logger } from '#telemetry/plain';
import { SpoolFile, type SpoolFileOpening } from '../file/spool-file.ts';
import { isAccessFault, toLocated } from './access-fault.ts';

const FILE_NAME = 'spool.sqlite';
const logger = new Logger('Spool');

/**
 * Opens a spool below `dataDir`: the first instance folder that no living process holds, with
 * whatever it still contains, else a new one. One that this user may not open is passed over and
 * logged. Throws what the file system or SQLite throws when neither can be written.
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
export async function openSpoolFolderInTurns(
  dataDir: string,
  folder: string,
): Promise<SpoolFileOpening> {
  const path = findSpoolPath(dataDir, folder);
  try {
    return await SpoolFile.openInTurns(path, folder);
  } catch (error) {
    throw toLocated(error, path);
  }
}

/**
 * Opens, one after the other, the spools below `dataDir` that no living process holds: what relays
 * that are gone have left. The caller closes each. One that this user may not open ends no start:
 * it is logged, and the page Operation shows it.
 */
export function* openUnheldSpoolFiles(dataDir: string): Generator<SpoolFile> {
  for (const folder of listSpoolFolders(dataDir)) {
    const file = openLeft(findSpoolPath(dataDir, folder), folder);
    if (file) yield file;
  }
}

function openLeft(path: string, folder: string): SpoolFile | undefined {
  try {
    const opening = openAt(path, folder);
    return opening.ok ? opening.file : undefined;
  } catch (error) {
    if (!isAccessFault(error)) throw error;
    logger.error(`Spool ${folder} cannot be opened. ${(error as Error).message}`);
    return undefined;
  }
}

function openAt(path: string, name: string): SpoolFileOpening {
  try {
    return SpoolFile.open(path, name);
  } catch (error) {
    throw toLocated(error, path);
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
  const opening = openAt(join(folder, FILE_NAME), name);
  // Another relay that starts in this very moment may adopt the folder first.
  return opening.ok ? opening.file : makeNew(root);
}
