import { ErrataError, findOwn } from '#shared';

const SYSTEM_FAULTS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EACCES: 'access is denied',
  EPERM: 'access is denied',
  EROFS: 'this file system is read-only',
  ENOENT: 'this does not exist',
  ENOTDIR: 'this is not a folder',
  EEXIST: 'this exists, and is not a folder',
  EBUSY: 'this is a mount point; name a folder in it',
  ELOOP: 'links lead there in a circle',
  EXDEV: 'this is on another file system',
};

const WRITE_FAULTS = new Set(['ENOSPC', 'EDQUOT', 'EROFS']);

const SQLITE_FAULTS: Readonly<Record<string, string>> = {
  SQLITE_FULL: 'the disk is full',
  SQLITE_CORRUPT: 'a file of SQLite is damaged',
  SQLITE_NOTADB: 'a file of SQLite is damaged',
};

export function toCommandFault(error: unknown): string {
  if (error instanceof ErrataError || error instanceof RangeError) return error.message;
  const { code, message, stack } = error as NodeJS.ErrnoException;
  if (code === undefined) return stack ?? String(error);
  const place = findPlace(error as CopyFault);
  const reason = findReason(error as CopyFault);
  if (reason === undefined) return message;
  return place === undefined ? reason : `${place}: ${reason}`;
}

interface CopyFault extends NodeJS.ErrnoException {
  readonly dest?: string;
}

/**
 * Returns the path at fault: the destination of the copy when writing failed, otherwise its source.
 */
function findPlace({ code = '', path, dest }: CopyFault): string | undefined {
  return WRITE_FAULTS.has(code) ? (dest ?? path) : path;
}

function findReason({ code = '', syscall }: CopyFault): string | undefined {
  if (code === 'ENOENT' && syscall === 'mkdir') return 'no folder can be made there';
  const primaryCode = /^SQLITE_[A-Z]+/.exec(code)?.[0];
  return findOwn(primaryCode === undefined ? SYSTEM_FAULTS : SQLITE_FAULTS, primaryCode ?? code);
}
