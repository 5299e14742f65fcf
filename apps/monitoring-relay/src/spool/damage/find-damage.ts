import { hasUnreadCommits, type SqliteDatabase } from '#sqlite';

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

/**
 * Checks only the write-ahead log, which SQLite deletes when it closes the file. Only commits of
 * reports are synced: claims are counted without a sync, and a power cut may keep a later frame and
 * lose an earlier one.
 */
export function findLogDamage(db: SqliteDatabase): string | undefined {
  const idPage = findIdPage(db);
  const isOfReport = (page: number): boolean => idPage === undefined || page === idPage;
  return hasUnreadCommits(db, isOfReport)
    ? 'commits in its write-ahead log cannot be read'
    : undefined;
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
