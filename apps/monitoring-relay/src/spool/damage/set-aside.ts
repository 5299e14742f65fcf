import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { syncFolderSync } from '#persistence';
import { Logger } from '#telemetry/plain';

const FOLDER = 'damaged';
/**
 * Name of the spool's folder inside `damaged/<name>-<time>`. An operator can add files beside it.
 */
const SPOOL = 'spool';
const HAND_IN =
  'Reports that were accepted may be in there: docs/damaged-spools.md says how to recover them.';
const TIME = /-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})(\d{3})Z$/;

/**
 * Moves the whole folder of a damaged spool to `DATA_DIR/damaged/<name>-<time>/spool`, where no
 * relay opens it, and logs the move. A process that has the spool open can use it until closing.
 * When SQLite closes a moved database, it leaves the files unchanged: it does not checkpoint and
 * does not delete the log. Throws when the folder cannot be moved.
 */
export function setSpoolAside(folder: string, reason: string): void {
  const moved = moveAside(folder);
  if (moved === undefined) return;
  new Logger('Spool').error(
    `Spool ${basename(folder)} is damaged and set aside in ${moved}: ${reason}. ` + HAND_IN,
  );
}

/** Returns the folder's new path; undefined when another process has moved it first. */
export function moveAside(folder: string): string | undefined {
  const moved = join(makePlace(folder), SPOOL);
  try {
    renameSync(folder, moved);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return undefined;
  }
  for (const path of [folder, moved]) syncFolderSync(dirname(path));
  return moved;
}

export function countSetAside(dataDir: string): number {
  return listPlaces(dataDir).length;
}

export function describeSetAside(dataDir: string): string | undefined {
  const count = countSetAside(dataDir);
  if (count === 0) return undefined;
  const spools = count === 1 ? '1 damaged spool is' : `${count} damaged spools are`;
  return `${spools} set aside in ${join(dataDir, FOLDER)}. ${HAND_IN}`;
}

export function listPlaces(dataDir: string): string[] {
  const folder = join(dataDir, FOLDER);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, SPOOL)))
    .map((name) => join(folder, name));
}

export function findSetAsideMs(place: string): number | undefined {
  const [, ...parts] = TIME.exec(place) ?? [];
  const [year, month, day, hour, minute, second, ms] = parts;
  const atMs = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`);
  return Number.isNaN(atMs) ? undefined : atMs;
}

function makePlace(folder: string): string {
  const dataDir = dirname(dirname(folder));
  const time = new Date().toISOString().replaceAll(/[-:.]/g, '');
  const place = join(dataDir, FOLDER, `${basename(folder)}-${time}`);
  mkdirSync(place, { recursive: true, mode: 0o700 });
  syncFolderSync(dirname(place));
  syncFolderSync(dataDir);
  return place;
}
