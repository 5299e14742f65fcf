import { statSync } from 'node:fs';

/** By which a file is known whatever its path; undefined when there is no such file. */
export function findFileId(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}/${found.ino}`;
}
