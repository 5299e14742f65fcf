import { lstat, readdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { ErrataError, formatBytes, operationLimits } from '#shared';

/**
 * Unit of `blocks`, independent of the disk's own blocks:
 * https://www.man7.org/linux/man-pages/man3/stat.3type.html
 */
const BLOCK_BYTES = 512;
const NAMED = 5;

export interface DiskRoom {
  readonly freeBytes: number;
  readonly allBytes: number;
}

/** Resolves with undefined where the system does not report the size of the disk. */
export async function measureDisk(folder: string): Promise<DiskRoom | undefined> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return blocks > 0 ? { freeBytes: bavail * bsize, allBytes: blocks * bsize } : undefined;
  } catch {
    return undefined;
  }
}

/** Resolves with the bytes that a file or folder takes on the disk; undefined when it is gone. */
export async function measureEntry(path: string): Promise<number | undefined> {
  try {
    let { blocks } = await lstat(path);
    for (const name of await readdir(path, { recursive: true }).catch(() => [])) {
      blocks += (await lstat(join(path, name)).catch(() => undefined))?.blocks ?? 0;
    }
    return blocks * BLOCK_BYTES;
  } catch {
    return undefined;
  }
}

/** Bytes that `DATA_DIR` and two of its folders take of the disk. */
export interface FolderRoom extends Partial<DiskRoom> {
  readonly ownBytes: number;
  readonly logBytes: number;
  readonly spoolBytes: number;
}

/** Never rejects. Leaves out the size of the disk where the system does not report it. */
export async function measureFolder(dataDir: string): Promise<FolderRoom> {
  const entries = new Map((await listEntries(dataDir)).map(({ name, bytes }) => [name, bytes]));
  return {
    ownBytes: [...entries.values()].reduce((sum, bytes) => sum + bytes, 0),
    logBytes: entries.get('logs') ?? 0,
    spoolBytes: entries.get('spool') ?? 0,
    ...(await measureDisk(dataDir)),
  };
}

async function listEntries(folder: string) {
  const names = await readdir(folder).catch(() => []);
  return Promise.all(
    names.map(async (name) => ({ name, bytes: (await measureEntry(join(folder, name))) ?? 0 })),
  );
}

/** Says what fills the disk of the data folder, and what may be deleted. Never rejects. */
export async function describeDiskUse(dataDir: string): Promise<string> {
  const entries = await listEntries(dataDir);
  const largest = entries.toSorted((one, other) => other.bytes - one.bytes).slice(0, NAMED);
  const held = largest.map(({ name, bytes }) => `${name} (${formatBytes(bytes)})`).join(', ');
  const disk = await measureDisk(dataDir);
  const own = entries.reduce((sum, { bytes }) => sum + bytes, 0);
  const others = disk ? disk.allBytes - disk.freeBytes - own : 0;
  return [
    `DATA_DIR ${dataDir} holds ${held || 'nothing'}.`,
    ...(others > 0 ? [`${formatBytes(others)} of the disk are taken by other files.`] : []),
    'To make room, delete files that are not Errata’s, old backups, and folders in DATA_DIR/damaged that nobody needs.',
    'Leave everything else in DATA_DIR as it is, or move all of it to a larger disk while Errata is stopped.',
  ].join(' ');
}

/**
 * Rejects with `database.no_room` when migrations of an SQLite file of `databaseBytes` could fill
 * the disk.
 */
export async function requireRoomToMigrate(dataDir: string, databaseBytes: number): Promise<void> {
  const disk = await measureDisk(dataDir);
  const { startBytes, migrationShare } = operationLimits;
  const neededBytes = Math.max(startBytes, databaseBytes * migrationShare);
  if (!disk || disk.freeBytes >= neededBytes) return;
  throw new ErrataError('database.no_room', {
    detail: `It needs ${formatBytes(neededBytes)}, and ${formatBytes(disk.freeBytes)} are free. Nothing was changed. ${await describeDiskUse(dataDir)}`,
  });
}

/** Rejects with a RangeError, whose message is for the operator, when the disk is all but full. */
export async function requireRoomToStart(
  dataDir: string,
  leastBytes: number = operationLimits.startBytes,
): Promise<void> {
  const disk = await measureDisk(dataDir);
  if (!disk || disk.freeBytes >= leastBytes) return;
  throw new RangeError(
    `only ${formatBytes(disk.freeBytes)} of the disk of DATA_DIR are free, and Errata starts with ${formatBytes(leastBytes)} or more. ${await describeDiskUse(dataDir)}`,
  );
}
