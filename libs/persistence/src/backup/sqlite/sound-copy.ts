import { SqliteDatabase, SqliteError } from '#sqlite';
import { isDamage, primaryCodeOf, toSqliteFault } from '../../dialect/sqlite/sqlite-faults.ts';

/**
 * When the copy is damaged, throws a RangeError that names `original`. No other process may have
 * the copy open.
 *
 * Reads the whole file and compares indexes with rows. This also finds pages that the disk lost or
 * did not overwrite. Blocks the thread.
 */
export function requireSoundCopy(copy: string, original: string): void {
  const db = new SqliteDatabase(copy, { mustExist: true });
  try {
    const found = String(db.pragma('integrity_check(1)'));
    if (found !== 'ok') throw new SqliteError(found, 'SQLITE_CORRUPT');
  } catch (error) {
    throw toCopyFault(error, { from: original, to: copy });
  } finally {
    db.close();
  }
}

export function toCopyFault(error: unknown, { from, to }: { from: string; to: string }): unknown {
  const code = primaryCodeOf(error);
  if (code === 'SQLITE_FULL') {
    const fault = new Error('the disk is full', { cause: error });
    return Object.assign(fault, { code: 'ENOSPC', path: to });
  }
  if (!isDamage(error)) return toSqliteFault(error, from);
  return new RangeError(`${from} is damaged: ${(error as Error).message.replaceAll(/\s+/g, ' ')}`);
}
