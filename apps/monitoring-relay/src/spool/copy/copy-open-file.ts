import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { copyFile, rm } from 'node:fs/promises';

/** https://www.sqlite.org/fileformat2.html#walformat */
const LOG_HEADER_BYTES = 32;

/**
 * Copies an SQLite file in WAL mode and its log while its owner, who lets nobody else open it, may write. Returns whether
 * the copy is as the file was at one moment; if not, the next attempt may be. Not for the process that has it open: who closes
 * a file gives up all locks of the process on it.
 *
 * What is committed goes to the log, and from there, page by page, to the file. Each time the log begins anew, its header
 * gets other salts, before anything in it is written over. So as long as the header stays the same, every page that was
 * written to the file meanwhile is in the log too, and counts: it does not matter which state of it was copied. What stands behind
 * the last commit in the copy of the log is passed over, as after a power cut.
 */
export async function copyOpenFile(from: string, to: string): Promise<boolean> {
  const [log, copiedLog] = [`${from}-wal`, `${to}-wal`];
  const before = identifyState(from);
  for (const path of [to, copiedLog, `${to}-shm`]) await rm(path, { force: true });
  await copyFile(from, to);
  await copyIfThere(log, copiedLog);
  return (
    identifyState(from) === before && (readHeader(log) ?? '') === (readHeader(copiedLog) ?? '')
  );
}

/** By the log's header, or, where there is none, by the file itself: nobody writes to that without a log. */
function identifyState(path: string): string {
  const header = readHeader(`${path}-wal`);
  if (header !== undefined) return header;
  const { ino, size, mtimeNs } = statSync(path, { bigint: true });
  return `${ino}/${size}/${mtimeNs}`;
}

/** Undefined of a log that is not there, or has none yet. */
function readHeader(log: string): string | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(log, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const header = Buffer.alloc(LOG_HEADER_BYTES);
    const bytes = readSync(descriptor, header, 0, LOG_HEADER_BYTES, 0);
    return bytes === LOG_HEADER_BYTES ? header.toString('hex') : undefined;
  } finally {
    closeSync(descriptor);
  }
}

async function copyIfThere(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
