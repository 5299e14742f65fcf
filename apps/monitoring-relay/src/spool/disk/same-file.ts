import { type BigIntStats, statSync } from 'node:fs';

type Identity = Pick<BigIntStats, 'ino' | 'dev'>;

/** Whether the file at `path` is that one. A disk that does not say is believed to have it. */
export function isFileAt(path: string, file: Identity | undefined): boolean {
  try {
    const found = findFile(path);
    return found?.ino === file?.ino && found?.dev === file?.dev;
  } catch {
    return true;
  }
}

/** Undefined where there is none. Throws what the disk says. */
export function findFile(path: string): Identity | undefined {
  return statSync(path, { throwIfNoEntry: false, bigint: true });
}
