import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuiltAsset } from './archive/asset-archive.ts';
import { parseFileName } from './asset-form.ts';

/**
 * The hashed files of the browser build under `distFolder`, every form of them. Rejects when there is
 * no build.
 */
export async function listBuiltAssets(distFolder: string): Promise<BuiltAsset[]> {
  const folder = join(distFolder, 'client/assets');
  const assets: BuiltAsset[] = [];
  for (const file of await readdir(folder)) {
    const form = parseFileName(file);
    const path = join(folder, file);
    if (form) assets.push({ ...form, bytes: (await stat(path)).size, read: () => readFile(path) });
  }
  return assets;
}
