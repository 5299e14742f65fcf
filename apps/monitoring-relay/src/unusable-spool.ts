import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { SpoolFile } from './spool/file/spool-file.ts';

/** Path of the first spool below `dataDir` that cannot be opened, for the person who has to look at it. */
export function findUnusableSpool(dataDir: string): string | undefined {
  const root = join(dataDir, 'spool');
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ name, path: join(root, name, 'spool.sqlite') }))
    .find((spool) => !canOpen(spool))?.path;
}

function canOpen({ name, path }: { name: string; path: string }): boolean {
  try {
    const opening = SpoolFile.open(path, name);
    if (opening.ok) opening.file.close();
    return true;
  } catch {
    // Why is told by the fault that led here.
    return false;
  }
}
