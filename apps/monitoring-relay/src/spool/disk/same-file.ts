import { type BigIntStats, statSync } from 'node:fs';

type Identity = Pick<BigIntStats, 'ino' | 'dev'>;

/** Returns whether `path` still leads to `file`; true when the path cannot be read. */
export function isFileAt(path: string, file: Identity | undefined): boolean {
  try {
    const found = findFile(path);
    return found?.ino === file?.ino && found?.dev === file?.dev;
  } catch {
    return true;
  }
}

export function findFile(path: string): Identity | undefined {
  return statSync(path, { throwIfNoEntry: false, bigint: true });
}
