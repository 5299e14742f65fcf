import { statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Codes of SQLite and of the system for missing rights: https://sqlite.org/rescode.html */
const ACCESS = /^(?:SQLITE_(?:CANTOPEN|READONLY|PERM)|EACCES$|EPERM$)/;

export function isAccessFault(error: unknown): boolean {
  return ACCESS.test(String((error as { code?: unknown } | undefined)?.code));
}

export function addPath(error: unknown, path: string): unknown {
  if (!(error instanceof Error)) return error;
  const owner = isAccessFault(error) ? describeOtherOwner(path) : '';
  const { code, path: known = path } = error as NodeJS.ErrnoException;
  if (owner === '') return Object.assign(error, { path: known });
  return Object.assign(new Error(error.message + owner, { cause: error }), { code, path: known });
}

/**
 * Describes who owns `path`, or its closest readable parent folder, and how to change the owner.
 * Returns an empty text when this user is the owner.
 */
export function describeOtherOwner(path: string, uid = process.getuid?.()): string {
  const owned = findOwned(path);
  if (uid === undefined || owned === undefined || owned.uid === uid) return '';
  return `; ${owned.path} belongs to user ${owned.uid}, and Errata runs as user ${uid}: run chown -R ${uid} ${owned.path} as root`;
}

function findOwned(path: string): { path: string; uid: number } | undefined {
  try {
    return { path, uid: statSync(path).uid };
  } catch {
    const folder = dirname(path);
    return folder === path ? undefined : findOwned(folder);
  }
}
