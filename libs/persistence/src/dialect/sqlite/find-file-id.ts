import { statSync } from 'node:fs';

/** Returns an id that stays the same when the file is moved, or undefined when there is no file. */
export function findFileId(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}/${found.ino}`;
}
