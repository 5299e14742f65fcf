import { existsSync, readFileSync } from 'node:fs';
import type { SqliteDatabase } from '#sqlite';
import { PAGE_BYTES } from '../disk/page-bytes.ts';

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
 * Whether the log of `db` has reports that SQLite does not read. SQLite takes the first broken frame for a last write that
 * was cut off, and drops all behind it without a word. The commit of a report is synced before anything is written behind
 * it. So a frame behind such a commit says that what SQLite drops was once on the disk, and has changed since. Other
 * commits say nothing: counts of claims are written without a sync, and a power cut may keep the second and not the first.
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
  const idPage = findIdPage(db);
  let isOfReport = false;
  let isBehindReport = false;
  const firstUnread = HEADER_BYTES + countFramesRead(db) * FRAME_BYTES;
  for (let start = firstUnread; start + FRAME_BYTES <= log.length; start += FRAME_BYTES) {
    // What stands behind the end of a log is of an earlier round, which had other salts.
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
 * The page that gives reports their ids (https://www.sqlite.org/autoinc.html): each commit of a report writes it. Undefined
 * where SQLite reads none: then nothing was claimed, and each commit was synced.
 */
function findIdPage(db: SqliteDatabase): number | undefined {
  const find = db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_sequence'");
  return find.pluck().get() as number | undefined;
}

/** Says how long the log is, and moves nothing into the main file: https://sqlite.org/pragma.html#pragma_wal_checkpoint */
function countFramesRead(db: SqliteDatabase): number {
  const { log } = db.prepare('PRAGMA wal_checkpoint(NOOP)').get() as { log: number };
  return Math.max(0, log);
}
