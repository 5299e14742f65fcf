import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { syncFolderSync } from '#persistence';

/** Below `DATA_DIR`: what was damaged, for a person. */
const FOLDER = 'damaged';
/** Of a spool that was set aside, beside which there is what was found about it. */
const SPOOL = 'spool';
/** That a place's name ends with. */
const TIME = /-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})(\d{3})Z$/;

/**
 * Moves a spool's folder out of the way of everybody who opens spools: `DATA_DIR/damaged/<name>-<time>/spool`. Whoever holds it
 * may go on until it is closed; SQLite then leaves the files of one that was moved as they are. Returns the folder
 * that it is in now; undefined when another process has moved it meanwhile. Throws what the file system throws.
 */
export function moveAside(folder: string): string | undefined {
  const place = makePlace(folder);
  const moved = join(place, SPOOL);
  try {
    move(folder, moved);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return undefined;
  }
  return moved;
}

/** To where spools are opened, once it is sound. */
export function moveBack(moved: string, folder: string): void {
  move(moved, folder);
}

/** How many spools were set aside below `dataDir`, and are still there. */
export function countSetAside(dataDir: string): number {
  return listPlaces(dataDir).length;
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

function move(from: string, to: string): void {
  renameSync(from, to);
  for (const path of [from, to]) syncFolderSync(dirname(path));
}
