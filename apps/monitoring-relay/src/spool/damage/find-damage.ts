import { existsSync, readFileSync } from 'node:fs';
import type { SqliteDatabase } from '#sqlite';
import { PAGE_BYTES } from '../file/page-bytes.ts';

/** https://www.sqlite.org/fileformat2.html#the_write_ahead_log */
const LOG_MAGIC = 0x37_7f_06_82;
const HEADER_BYTES = 32;
const FRAME_BYTES = 24 + PAGE_BYTES;

/**
 * What is wrong with a spool that this process holds, in words; undefined when it is sound. Changes nothing.
 * Throws what SQLite throws where it cannot read the file at all.
 */
export function findDamage(db: SqliteDatabase): string | undefined {
  const ofLog = findLogDamage(db);
  if (ofLog !== undefined) return ofLog;
  const found = db.pragma('quick_check(1)') as string;
  return found === 'ok' ? undefined : found.replaceAll(/\s+/g, ' ');
}

/** The same of its write-ahead log alone, which SQLite removes when it closes the file. */
export function findLogDamage(db: SqliteDatabase): string | undefined {
  return hasUnreadCommits(db) ? 'commits in its write-ahead log cannot be read' : undefined;
}

/**
 * Whether the log of `db` has more commits than SQLite reads. SQLite takes the first broken frame for a last write that was
 * cut off, and drops all behind it without a word. The log is synced with each commit, so nothing stands behind
 * such a write: a frame behind the next commit says that a synced commit has changed since.
 *
 * A changed salt in the log's header goes unnoticed: that log looks like one that was just begun anew.
 */
function hasUnreadCommits(db: SqliteDatabase): boolean {
  const path = `${db.name}-wal`;
  const log = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
  if (log.length < HEADER_BYTES + FRAME_BYTES) return false;
  // The lowest bit says in which order of bytes checksums are.
  if ((log.readUInt32BE(0) & ~1) >>> 0 !== LOG_MAGIC) return true;
  const salts = log.subarray(16, 24);
  let isBehindCommit = false;
  const firstUnread = HEADER_BYTES + countFramesRead(db) * FRAME_BYTES;
  for (let start = firstUnread; start + FRAME_BYTES <= log.length; start += FRAME_BYTES) {
    // What stands behind the end of a log is of an earlier round, which had other salts.
    const isOfLog = log.subarray(start + 8, start + 16).equals(salts);
    if (isOfLog && isBehindCommit) return true;
    isBehindCommit ||= isOfLog && log.readUInt32BE(start + 4) > 0;
  }
  return false;
}

/** Says how long the log is, and moves nothing into the main file: https://sqlite.org/pragma.html#pragma_wal_checkpoint */
function countFramesRead(db: SqliteDatabase): number {
  const { log } = db.prepare('PRAGMA wal_checkpoint(NOOP)').get() as { log: number };
  return Math.max(0, log);
}
