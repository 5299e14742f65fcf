import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { syncFolderSync } from '#persistence';
import { Logger } from '#telemetry/plain';
import { SpoolFile, type SpoolFileOpening } from '../file/spool-file.ts';
import { isAccessFault, addPath } from './access-fault.ts';

const FILE_NAME = 'spool.sqlite';
const logger = new Logger('Spool');

/**
 * Opens the first spool below `dataDir` that no living process has locked, with the reports in it,
 * or else creates a new spool. A spool that this user may not open is logged and skipped. Throws
 * when no spool can be written.
 */
export function openSpoolFile(dataDir: string): SpoolFile {
  const root = join(dataDir, 'spool');
  mkdirSync(root, { recursive: true });
  const file = openUnheld(dataDir) ?? makeNew(root);
  // SQLite syncs the file, but not the folder entries that lead to it. Existing folders are synced
  // too, because their creator may have been killed before its sync.
  for (const folder of [dirname(file.db.name), root, dataDir]) syncFolderSync(folder);
  return file;
}

export function listSpoolFolders(dataDir: string): string[] {
  const entries = readdirSync(join(dataDir, 'spool'), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

export function findSpoolPath(dataDir: string, folder: string): string {
  return join(dataDir, 'spool', folder, FILE_NAME);
}

export async function openSpoolFolderInTurns(
  dataDir: string,
  folder: string,
): Promise<SpoolFileOpening> {
  const path = findSpoolPath(dataDir, folder);
  try {
    return await SpoolFile.openInTurns(path, folder);
  } catch (error) {
    throw addPath(error, path);
  }
}

/**
 * Opens, one after another, the spools below `dataDir` that no living process has locked. The
 * caller closes each file. A spool that this user may not open is logged and skipped, so that the
 * relay can still start.
 */
export function* openUnheldSpoolFiles(dataDir: string): Generator<SpoolFile> {
  for (const folder of listSpoolFolders(dataDir)) {
    const file = openOrphaned(findSpoolPath(dataDir, folder), folder);
    if (file) yield file;
  }
}

function openOrphaned(path: string, folder: string): SpoolFile | undefined {
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
    throw addPath(error, path);
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
  // Another relay that starts at the same moment may take the new folder first.
  return opening.ok ? opening.file : makeNew(root);
}
