import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of package.json: of the repository, or of the installed production tree. */
export const installationFolder = findUp(import.meta.dirname);

/** The version that package.json states. */
export const version = (
  JSON.parse(readFileSync(join(installationFolder, 'package.json'), 'utf8')) as { version: string }
).version;

function findUp(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  if (dirname(folder) === folder) throw new Error('No folder above this file has a package.json.');
  return findUp(dirname(folder));
}
