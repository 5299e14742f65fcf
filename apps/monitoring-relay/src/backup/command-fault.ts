import { ErrataError } from '#shared';

const SYSTEM_FAULTS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EACCES: 'access is denied',
  EPERM: 'access is denied',
  EROFS: 'it can only be read',
  ENOENT: 'it is not there',
  ENOTDIR: 'this is not a folder',
  EEXIST: 'this is there, and not a folder',
  EBUSY: 'it is where something is mounted; name a folder in it',
  EXDEV: 'it is on another file system',
};

const SQLITE_FAULTS: Readonly<Record<string, string>> = {
  SQLITE_FULL: 'the disk is full',
  SQLITE_CORRUPT: 'a file of SQLite is damaged',
  SQLITE_NOTADB: 'a file of SQLite is damaged',
};

/** One line for the person who gave the command; of a fault of ours, its stack. */
export function toCommandFault(error: unknown): string {
  if (error instanceof ErrataError || error instanceof RangeError) return error.message;
  const { code, path, message, stack } = error as NodeJS.ErrnoException;
  const reason = code === undefined ? undefined : findReason(code);
  if (reason !== undefined) return path === undefined ? reason : `${path}: ${reason}`;
  return code === undefined ? (stack ?? String(error)) : message;
}

function findReason(code: string): string | undefined {
  const primaryCode = /^SQLITE_[A-Z]+/.exec(code)?.[0];
  return primaryCode === undefined ? SYSTEM_FAULTS[code] : SQLITE_FAULTS[primaryCode];
}
