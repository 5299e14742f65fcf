import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SqliteDatabase } from '#sqlite';
import { mendSpoolLog } from './damage/mend-spool-log.ts';
import { listSpoolFolders } from './open-spool.ts';
import { spoolVersion } from './spool-schema.ts';

/**
 * Throws a RangeError that names the first spool below `dataDir` which a newer version wrote, among those that no process
 * holds. No content is changed. A spool that cannot be read is told of by who opens it.
 */
export function requireNoNewerSpool(dataDir: string): void {
  if (!existsSync(join(dataDir, 'spool'))) return;
  for (const name of listSpoolFolders(dataDir)) {
    const path = join(dataDir, 'spool', name, 'spool.sqlite');
    const version = existsSync(path) && mendSpoolLog(path) ? readVersion(path) : undefined;
    if (version === undefined || version <= spoolVersion) continue;
    throw new RangeError(
      `the spool ${path} was written by a newer version of Errata: ` +
        `it has version ${version}, this one knows ${spoolVersion}`,
    );
  }
}

/** By way of SQLite: it may be in the log alone. Undefined when it is held, or damaged. */
function readVersion(path: string): number | undefined {
  let db: SqliteDatabase | undefined;
  try {
    db = new SqliteDatabase(path, { timeoutMs: 0, mustExist: true });
    // As who opens it has it: no shared-memory file is made.
    db.pragma('locking_mode = EXCLUSIVE');
    return db.pragma('user_version') as number;
  } catch {
    return undefined;
  } finally {
    db?.close();
  }
}
