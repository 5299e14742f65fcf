import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach } from '@jest/globals';
import { diskFolder } from '../../../../scripts/support/disk-folder.mjs';

const folders = { ofTest: [] as string[], ofFile: [] as string[] };

/**
 * Creates a folder that is removed after the test. A folder with `isShared` stays until the
 * last test of the file has ended. The folder is in memory where possible, unless `onDisk` asks for a real
 * disk.
 */
export function createTemporaryFolder({ onDisk = false, isShared = false } = {}): string {
  const folder = mkdtempSync(join(onDisk ? diskFolder() : tmpdir(), 'errata-relay-'));
  folders[isShared ? 'ofFile' : 'ofTest'].push(folder);
  return folder;
}

function remove(removed: string[]): void {
  for (const folder of removed.splice(0)) rmSync(folder, { recursive: true, force: true });
}

afterEach(() => remove(folders.ofTest));

afterAll(() => remove(folders.ofFile));
