import { dirname } from 'node:path';
import { ErrataError } from '#shared';

/** Result codes that say the file cannot be used, by their primary code: https://sqlite.org/rescode.html */
const REASONS: Readonly<Record<string, string>> = {
  SQLITE_CANTOPEN: 'the file cannot be opened',
  SQLITE_READONLY: 'it cannot be written',
  SQLITE_PERM: 'access is denied',
  SQLITE_FULL: 'the disk is full',
  SQLITE_IOERR: 'the disk reports an error',
  SQLITE_NOTADB: 'the file is not an SQLite database',
  SQLITE_CORRUPT: 'the file is damaged',
  SQLITE_BUSY: 'another process holds it locked',
  SQLITE_PROTOCOL: 'another process holds it locked',
};

/**
 * `SQLITE_IOERR_FSYNC` is a kind of `SQLITE_IOERR`; undefined when SQLite did not raise the error.
 */
export function primaryCodeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return /^SQLITE_[A-Z]+/.exec(String(error.code))?.[0];
}

/** Whether another connection holds the lock that the statement needs. */
export function isBusy(error: unknown): boolean {
  return primaryCodeOf(error) === 'SQLITE_BUSY';
}

/** `database.unavailable` naming folder and reason for what is the file's fault; any other error as it is. */
export function toSqliteFault(error: unknown, file: string): unknown {
  const code = primaryCodeOf(error);
  const reason = code === undefined ? undefined : (REASONS[code] ?? findSchemaFault(code, error));
  return reason === undefined ? error : createFileFault(file, reason, error);
}

/** By its words: SQLite has no code of its own for a table or column that is not there (yet, or any more). */
function findSchemaFault(code: string, error: unknown): string | undefined {
  if (code !== 'SQLITE_ERROR') return undefined;
  const { message } = error as Error;
  return /^no such (?:table|column)|has no column named/.test(message) ? message : undefined;
}

export function createFileFault(file: string, reason: string, cause?: unknown): ErrataError {
  return new ErrataError('database.unavailable', {
    detail: `SQLite in ${dirname(file)}: ${reason}.`,
    cause,
  });
}
