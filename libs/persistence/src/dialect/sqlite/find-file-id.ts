import { statSync } from 'node:fs';

/** Identifies a file whatever its path is. Returns undefined when there is no file. */
export function findFileId(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}/${found.ino}`;
}
