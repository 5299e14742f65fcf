import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const installationFolder = findUp(import.meta.dirname);

export const version = (
  JSON.parse(readFileSync(join(installationFolder, 'package.json'), 'utf8')) as { version: string }
).version;

function findUp(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  if (dirname(folder) === folder) throw new Error('No folder above this file has a package.json.');
  return findUp(dirname(folder));
}
