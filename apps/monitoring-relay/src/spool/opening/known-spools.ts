import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SqliteDatabase } from '#sqlite';
import { findLogDamage } from '../damage/find-damage.ts';
import { setSpoolAside } from '../damage/set-aside.ts';
import { listSpoolFolders } from './open-spool.ts';
import { requireKnownSpool } from '../file/spool-schema.ts';

/**
 * Throws a RangeError when this version cannot read a spool below `dataDir`, and names the first
 * such spool. Spools that another process has locked, and unreadable files, are ignored; opening
 * such a spool reports the problem. Sets a spool with a damaged log aside, and changes nothing
 * else.
 */
export function requireKnownSpools(dataDir: string): void {
  if (!existsSync(join(dataDir, 'spool'))) return;
  for (const name of listSpoolFolders(dataDir)) {
    const path = join(dataDir, 'spool', name, 'spool.sqlite');
    if (existsSync(path)) requireKnownSpool(`the spool ${path}`, readVersion(path));
  }
}

/**
 * Reads the version through SQLite, because it may be only in the write-ahead log. Returns 0 when
 * the spool is locked or damaged. A spool with a damaged log is set aside, because SQLite would
 * delete that log at closing.
 */
function readVersion(path: string): number {
  let db: SqliteDatabase | undefined;
  try {
    db = new SqliteDatabase(path, { timeoutMs: 0, mustExist: true });
    // Exclusive locking keeps SQLite from creating a shared-memory file.
    db.pragma('locking_mode = EXCLUSIVE');
    const version = db.pragma('user_version') as number;
    const damage = findLogDamage(db);
    if (damage !== undefined) setSpoolAside(dirname(path), damage);
    return version;
  } catch {
    return 0;
  } finally {
    db?.close();
  }
}
