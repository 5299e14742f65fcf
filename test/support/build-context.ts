import { readFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** Copies what an engine would be sent: the folder without what its .dockerignore names. */
export async function copyBuildContext(from: string, to: string): Promise<void> {
  const isSent = readBuildContext(from);
  const filter = (path: string): boolean => isSent(relative(from, path));
  await cp(from, to, { recursive: true, force: true, filter });
}

/** Which of its paths an engine would be sent, each without what is in it. */
export function readBuildContext(folder: string): (path: string) => boolean {
  const ignored = readFileSync(join(folder, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map(toPattern);
  return (path) => !ignored.some((pattern) => pattern.test(path));
}

/** `*` stays within a name, a leading two of them with a slash is any folder; a folder takes what is in it along. */
function toPattern(glob: string): RegExp {
  const source = glob
    .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll('**/', '\0')
    .replaceAll('*', '[^/]*')
    .replaceAll('\0', '(?:.*/)?');
  return new RegExp(`^${source}$`);
}
