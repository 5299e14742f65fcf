import { existsSync, readFileSync } from 'node:fs';
import type { SqliteDatabase } from '#sqlite';
import { PAGE_BYTES } from '../disk/page-bytes.ts';

/** https://www.sqlite.org/fileformat2.html#the_write_ahead_log */
const LOG_MAGIC = 0x37_7f_06_82;
const HEADER_BYTES = 32;
const FRAME_BYTES = 24 + PAGE_BYTES;

/**
 * Describes the damage of a spool that this process has locked; undefined when the spool is sound.
 * Changes nothing. Throws when SQLite cannot read the file at all.
 */
export function findDamage(db: SqliteDatabase): string | undefined {
  const ofLog = findLogDamage(db);
  if (ofLog !== undefined) return ofLog;
  const found = db.pragma('quick_check(1)') as string;
  return found === 'ok' ? undefined : found.replaceAll(/\s+/g, ' ');
}

/** Checks only the write-ahead log, which SQLite deletes when it closes the file. */
export function findLogDamage(db: SqliteDatabase): string | undefined {
  return hasUnreadCommits(db) ? 'commits in its write-ahead log cannot be read' : undefined;
}

/**
 * Returns whether the log contains commits of reports that SQLite does not read. SQLite takes the
 * first broken frame for a last write that was cut off, and silently drops everything after it. But
 * the commit of a report is synced before any later frame is written. A frame after an unread
 * commit of a report therefore proves that the commit was on the disk and has changed since. Other
 * commits prove nothing: claims are counted without a sync, and a power cut may keep a later frame
 * and lose an earlier one.
 *
 * A changed salt in the log's header goes unnoticed, because such a log looks like one that SQLite
 * has just restarted.
 */
function hasUnreadCommits(db: SqliteDatabase): boolean {
  const path = `${db.name}-wal`;
  const log = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
  if (log.length < HEADER_BYTES + FRAME_BYTES) return false;
  if ((log.readUInt32BE(0) & ~1) >>> 0 !== LOG_MAGIC) return true;
  const salts = log.subarray(16, 24);
  const idPage = findIdPage(db);
  let isOfReport = false;
  let isBehindReport = false;
  const firstUnread = HEADER_BYTES + countFramesRead(db) * FRAME_BYTES;
  for (let start = firstUnread; start + FRAME_BYTES <= log.length; start += FRAME_BYTES) {
    // The log's last frames may be older than its last restart. Such frames have other salts.
    const isOfLog = log.subarray(start + 8, start + 16).equals(salts);
    if (!isOfLog) continue;
    if (isBehindReport) return true;
    isOfReport ||= idPage === undefined || log.readUInt32BE(start) === idPage;
    if (log.readUInt32BE(start + 4) === 0) continue;
    isBehindReport = isOfReport;
    isOfReport = false;
  }
  return false;
}

/**
 * Returns the page with the sequence of report ids (https://www.sqlite.org/autoinc.html), which
 * each commit of a report writes. Returns undefined when SQLite reads no such table. In that case
 * no report was claimed yet, and every commit was synced.
 */
function findIdPage(db: SqliteDatabase): number | undefined {
  const find = db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_sequence'");
  return find.pluck().get() as number | undefined;
}

/**
 * Returns the number of frames that SQLite reads. `NOOP` moves no frames into the main file:
 * https://sqlite.org/pragma.html#pragma_wal_checkpoint
 */
function countFramesRead(db: SqliteDatabase): number {
  const { log } = db.prepare('PRAGMA wal_checkpoint(NOOP)').get() as { log: number };
  return Math.max(0, log);
}
