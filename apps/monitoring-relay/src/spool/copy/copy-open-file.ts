import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { copyFile, rm } from 'node:fs/promises';

/** https://www.sqlite.org/fileformat2.html#walformat */
const LOG_HEADER_BYTES = 32;

/**
 * Copies an SQLite file in WAL mode and its log, while another process has it locked and may write.
 * Returns true when the copy shows the file at one moment; otherwise the caller may try again. Must
 * not run in the process that has the file open: when a process closes a file, it loses all its
 * locks on that file.
 *
 * SQLite first writes commits to the log, and later copies them page by page into the file. When it
 * restarts the log, it writes new salts into the log's header before it overwrites anything. While
 * the header stays the same, the log still contains every page that SQLite wrote to the file during
 * the copy, and readers take these pages from the log. The state of these pages in the copied file
 * is therefore irrelevant. SQLite ignores frames after the last commit in the copied log, as after
 * a power cut.
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

/**
 * Identifies the state by the log's header. Without a log, the file's own metadata is enough,
 * because SQLite changes the file only through a log.
 */
function identifyState(path: string): string {
  const header = readHeader(`${path}-wal`);
  if (header !== undefined) return header;
  const { ino, size, mtimeNs } = statSync(path, { bigint: true });
  return `${ino}/${size}/${mtimeNs}`;
}

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
