import { dirname } from 'node:path';
import { ErrataError, findOwn } from '#shared';

/** Primary result codes that say the file cannot be used: https://sqlite.org/rescode.html */
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
 * Returns the primary code of an error, such as `SQLITE_IOERR` for `SQLITE_IOERR_FSYNC`. Returns
 * undefined for an error that is not SQLite's.
 */
export function primaryCodeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return /^SQLITE_[A-Z]+/.exec(String(error.code))?.[0];
}

const DAMAGE = new Set(['SQLITE_CORRUPT', 'SQLITE_NOTADB']);

/** Whether a file is damaged, by SQLite's error or by the fault that was made of it. */
export function isDamage(error: unknown): boolean {
  const code = primaryCodeOf(error) ?? primaryCodeOf((error as Error | undefined)?.cause);
  return code !== undefined && DAMAGE.has(code);
}

export function isBusy(error: unknown): boolean {
  return primaryCodeOf(error) === 'SQLITE_BUSY';
}

/**
 * Returns `database.unavailable` with folder and reason when the file is at fault, or
 * `database.damaged` when its content is. Returns any other error unchanged.
 */
export function toSqliteFault(error: unknown, file: string): unknown {
  const code = primaryCodeOf(error);
  const reason =
    code === undefined ? undefined : (findOwn(REASONS, code) ?? findSchemaFault(code, error));
  return reason === undefined ? error : createFileFault(file, reason, error);
}

/** Looks at the message, because SQLite has no code for a missing table or column. */
function findSchemaFault(code: string, error: unknown): string | undefined {
  if (code !== 'SQLITE_ERROR') return undefined;
  const { message } = error as Error;
  return /^no such (?:table|column)|has no column named/.test(message) ? message : undefined;
}

export function createFileFault(file: string, reason: string, cause?: unknown): ErrataError {
  const detail = `SQLite in ${dirname(file)}: ${reason}.`;
  return isDamage(cause)
    ? new ErrataError('database.damaged', { detail: `${detail} See docs/backup.md.`, cause })
    : new ErrataError('database.unavailable', { detail, cause });
}
