import { readFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join, relative } from 'node:path';

/**
 * Copies the build context of a container engine: the folder without the files that its
 * .dockerignore names.
 */
export async function copyBuildContext(from: string, to: string): Promise<void> {
  const isSent = readBuildContext(from);
  const filter = (path: string): boolean => isSent(relative(from, path));
  await cp(from, to, { recursive: true, force: true, filter });
}

/**
 * Returns a function that tells whether a path belongs to the build context. The caller has to ask
 * for each parent folder as well.
 */
export function readBuildContext(folder: string): (path: string) => boolean {
  const ignored = readFileSync(join(folder, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map(toPattern);
  return (path) => !ignored.some((pattern) => pattern.test(path));
}

/**
 * Translates a pattern of .dockerignore. One star stays within a name; two leading stars with a
 * slash stand for any folder.
 */
function toPattern(glob: string): RegExp {
  const source = glob
    .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll('**/', '\0')
    .replaceAll('*', '[^/]*')
    .replaceAll('\0', '(?:.*/)?');
  return new RegExp(`^${source}$`);
}
