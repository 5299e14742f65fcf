import { ErrataError, findOwn } from '#shared';
import { describeOtherOwner } from './spool/opening/access-fault.ts';

type SystemFault = NodeJS.ErrnoException & { readonly port?: number };

const SYSTEM_FAULTS: Readonly<Record<string, (fault: SystemFault) => string>> = {
  EADDRINUSE: ({ port }) => `port ${port} is in use; set RELAY_PORT to another one`,
  EADDRNOTAVAIL: () => 'HOST is not an address of this machine',
  ENOTFOUND: () => 'HOST is not an address of this machine',
  EACCES: (fault) => toAccessFault(fault),
  EPERM: (fault) => toAccessFault(fault),
  EROFS: (fault) => toAccessFault(fault),
  ENOSPC: ({ path }) => `DATA_DIR ${path ?? ''} cannot be written: the disk is full`,
  ENOTDIR: ({ path }) => `DATA_DIR ${path} is not a folder`,
  ENOENT: ({ path }) => `DATA_DIR ${path} cannot be made`,
};

/**
 * Messages by primary result code. Errors with other codes keep SQLite's own message.
 * https://sqlite.org/rescode.html
 */
const SQLITE_REASONS: Readonly<Record<string, string>> = {
  SQLITE_FULL: 'cannot be written: the disk is full',
  SQLITE_CORRUPT: 'is damaged',
  SQLITE_NOTADB: 'is damaged',
};

export function toStartFault(error: unknown): string {
  if (error instanceof ErrataError || error instanceof RangeError) return error.message;
  const fault = error as SystemFault;
  const primaryCode = findSqliteCode(error);
  if (primaryCode !== undefined) return toSpoolFault(fault, primaryCode);
  const describe = fault.code === undefined ? undefined : findOwn(SYSTEM_FAULTS, fault.code);
  if (describe) return describe(fault);
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/**
 * Adds `path` to an error of SQLite, because SQLite's errors contain no path. Returns other errors
 * unchanged.
 */
export function addSpoolPath(error: unknown, path: string): unknown {
  if (findSqliteCode(error) === undefined || (error as SystemFault).path !== undefined)
    return error;
  return Object.assign(error as Error, { path });
}

/**
 * Returns the primary code, for example `SQLITE_IOERR` for `SQLITE_IOERR_WRITE`. Returns undefined
 * when SQLite did not raise the error.
 */
function findSqliteCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return /^SQLITE_[A-Z]+/.exec(String(error.code))?.[0];
}

/**
 * An SQLite error always concerns the spool, because faults of the database have their own
 * `ErrataError` codes.
 */
function toSpoolFault({ path, code, message }: SystemFault, primaryCode: string): string {
  const reason = findOwn(SQLITE_REASONS, primaryCode) ?? `cannot be used: ${message} (${code})`;
  return `the spool ${path ?? 'in DATA_DIR'} ${reason}`;
}

function toAccessFault(fault: SystemFault): string {
  return fault.syscall === 'listen'
    ? `port ${fault.port} needs more rights than this process has`
    : `DATA_DIR ${fault.path} cannot be written: ${fault.code}${describeOtherOwner(fault.path ?? '')}`;
}
