import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { syncFolderSync } from '#persistence';
import { Logger } from '#telemetry/plain';

/** Below `DATA_DIR`: what was damaged, for a person. */
const FOLDER = 'damaged';
/** The spool's folder in its place, beside which there is room for what a person makes of it. */
const SPOOL = 'spool';
const HAND_IN =
  'Reports that were accepted may be in there: docs/damaged-spools.md says how to recover them.';
/** That a place's name ends with. */
const TIME = /-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})(\d{3})Z$/;

/**
 * Moves the folder of a damaged spool, whole, to `DATA_DIR/damaged/<name>-<time>/spool`, where nobody opens it, and says so.
 * The holder may go on until it closes the spool. SQLite leaves the files of a database that was moved as they are then:
 * it neither checkpoints nor removes the log. Throws what the file system throws.
 */
export function setSpoolAside(folder: string, reason: string): void {
  const moved = moveAside(folder);
  if (moved === undefined) return;
  new Logger('Spool').error(
    `Spool ${basename(folder)} is damaged and set aside in ${moved}: ${reason}. ` + HAND_IN,
  );
}

/** Where the folder is now; undefined when another process has moved it meanwhile. */
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

/** How many spools were set aside below `dataDir`, and are still there. */
export function countSetAside(dataDir: string): number {
  return listPlaces(dataDir).length;
}

/** For who starts a relay, until somebody has dealt with them; undefined where there are none. */
export function describeSetAside(dataDir: string): string | undefined {
  const count = countSetAside(dataDir);
  if (count === 0) return undefined;
  const spools = count === 1 ? '1 damaged spool is' : `${count} damaged spools are`;
  return `${spools} set aside in ${join(dataDir, FOLDER)}. ${HAND_IN}`;
}

/** The folders that they are in. */
export function listPlaces(dataDir: string): string[] {
  const folder = join(dataDir, FOLDER);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, SPOOL)))
    .map((name) => join(folder, name));
}

/** When the spool in that folder was set aside; undefined where somebody has called the folder something else. */
export function findSetAsideMs(place: string): number | undefined {
  const [, ...parts] = TIME.exec(place) ?? [];
  const [year, month, day, hour, minute, second, ms] = parts;
  const atMs = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`);
  return Number.isNaN(atMs) ? undefined : atMs;
}

/** `folder` is one of those below `DATA_DIR/spool`. */
function makePlace(folder: string): string {
  const dataDir = dirname(dirname(folder));
  // As `TIME` reads it.
  const time = new Date().toISOString().replaceAll(/[-:.]/g, '');
  const place = join(dataDir, FOLDER, `${basename(folder)}-${time}`);
  mkdirSync(place, { recursive: true, mode: 0o700 });
  syncFolderSync(dirname(place));
  syncFolderSync(dataDir);
  return place;
}
