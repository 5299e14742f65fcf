import { SqliteDatabase } from '#sqlite';
import { primaryCodeOf, toSqliteFault } from '../../dialect/sqlite/sqlite-faults.ts';

const DAMAGE = new Set(['SQLITE_CORRUPT', 'SQLITE_NOTADB']);

/**
 * Throws a RangeError that names `original` where its copy, a file that nobody else has open, is damaged. Reads all of it and compares
 * indexes with rows: a page that the disk lost or kept as it was before is found too. Nothing else is done meanwhile.
 */
export function requireSoundCopy(copy: string, original: string): void {
  const found = checkIntegrity(copy, original);
  if (found !== 'ok') throw createDamage(original, found);
}

/** A RangeError that names `original` for an error of SQLite that says its copy is damaged; any other error as it is. */
export function toDamage(error: unknown, original: string): unknown {
  const code = primaryCodeOf(error);
  if (code === undefined || !DAMAGE.has(code)) return error;
  return createDamage(original, (error as Error).message);
}

/** What to say of an error of SQLite while it copied: a full disk is that of the copy, damage that of the original. */
export function toCopyFault(error: unknown, { from, to }: { from: string; to: string }): unknown {
  if (primaryCodeOf(error) === 'SQLITE_FULL') {
    return Object.assign(new Error('the disk is full', { cause: error }), {
      code: 'ENOSPC',
      path: to,
    });
  }
  return toSqliteFault(toDamage(error, from), to);
}

function checkIntegrity(copy: string, original: string): string {
  const db = new SqliteDatabase(copy, { mustExist: true });
  try {
    return String(db.pragma('integrity_check(1)'));
  } catch (error) {
    throw toCopyFault(error, { from: original, to: copy });
  } finally {
    db.close();
  }
}

function createDamage(file: string, found: string): RangeError {
  return new RangeError(`${file} is damaged: ${found.replaceAll(/\s+/g, ' ')}`);
}
