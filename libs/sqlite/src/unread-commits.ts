import { closeSync, openSync, readSync, statSync } from 'node:fs';
import type { SqliteDatabase } from './sqlite-database.ts';

/** https://www.sqlite.org/fileformat2.html#the_write_ahead_log */
const LOG_MAGIC = 0x37_7f_06_82;
const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

/**
 * Returns whether the write-ahead log contains synced commits that SQLite does not read. SQLite
 * takes the first broken frame for a last write that was cut off, and silently drops everything
 * after it. But a synced commit is on the disk before any later frame is written. A frame after an
 * unread commit therefore proves that the commit was on the disk and has changed since.
 *
 * `db` must be the only connection to the file. `provesSync` says whether a commit that writes a
 * page is a synced one; by default all commits are. A changed salt in the log's header goes
 * unnoticed, because such a log looks like one that SQLite has just restarted.
 */
export function hasUnreadCommits(
  db: SqliteDatabase,
  provesSync: (page: number) => boolean = () => true,
): boolean {
  const path = `${db.name}-wal`;
  const bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (bytes <= HEADER_BYTES + FRAME_HEADER_BYTES) return false;
  const firstUnread = countFramesRead(db);
  const file = openSync(path, 'r');
  try {
    const header = readAt(file, 0, HEADER_BYTES);
    if ((header.readUInt32BE(0) & ~1) >>> 0 !== LOG_MAGIC) return true;
    const salts = header.subarray(16, 24);
    const frameBytes = FRAME_HEADER_BYTES + header.readUInt32BE(8);
    let isSynced = false;
    let isBehindCommit = false;
    const begin = HEADER_BYTES + firstUnread * frameBytes;
    for (let at = begin; at + frameBytes <= bytes; at += frameBytes) {
      const frame = readAt(file, at, FRAME_HEADER_BYTES);
      // The log's last frames may be older than its last restart. Such frames have other salts.
      if (!frame.subarray(8, 16).equals(salts)) continue;
      if (isBehindCommit) return true;
      isSynced ||= provesSync(frame.readUInt32BE(0));
      if (frame.readUInt32BE(4) === 0) continue;
      isBehindCommit = isSynced;
      isSynced = false;
    }
    return false;
  } finally {
    closeSync(file);
  }
}

/** Reads a few bytes, because a log may be larger than the memory. */
function readAt(file: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  readSync(file, bytes, 0, length, position);
  return bytes;
}

/**
 * Returns the number of frames that SQLite reads. `NOOP` moves no frames into the main file:
 * https://sqlite.org/pragma.html#pragma_wal_checkpoint
 */
function countFramesRead(db: SqliteDatabase): number {
  const { log } = db.prepare('PRAGMA wal_checkpoint(NOOP)').get() as { log: number };
  return Math.max(0, log);
}
