import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Paths of all bodies that are in files of their own, of all spools of a data folder. */
export function listBodyFiles(dataDir: string): string[] {
  const root = join(dataDir, 'spool');
  return (readdirSync(root, { recursive: true }) as string[]).filter((path) =>
    /[/\\]bodies[/\\]/.test(path),
  );
}
