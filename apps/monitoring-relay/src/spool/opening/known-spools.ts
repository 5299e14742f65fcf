import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SqliteDatabase } from '#sqlite';
import { findLogDamage } from '../damage/find-damage.ts';
import { setSpoolAside } from '../damage/set-aside.ts';
import { listSpoolFolders } from './open-spool.ts';
import { requireKnownSpool } from '../file/spool-schema.ts';

/**
 * Throws a RangeError that names the first spool below `dataDir` which this version does not read, among those that no
 * process holds. No content is changed. A spool that cannot be read is told of by who opens it.
 */
export function requireKnownSpools(dataDir: string): void {
  if (!existsSync(join(dataDir, 'spool'))) return;
  for (const name of listSpoolFolders(dataDir)) {
    const path = join(dataDir, 'spool', name, 'spool.sqlite');
    if (existsSync(path)) requireKnownSpool(`the spool ${path}`, readVersion(path));
  }
}

/**
 * By way of SQLite: it may be in the log alone. 0 when it is held, or damaged. One whose log is damaged is set aside:
 * SQLite would remove that log when the file is closed.
 */
function readVersion(path: string): number {
  let db: SqliteDatabase | undefined;
  try {
    db = new SqliteDatabase(path, { timeoutMs: 0, mustExist: true });
    // As who opens it has it: no shared-memory file is made.
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
