import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from '@jest/globals';
import { diskFolder } from '../../../../scripts/support/disk-folder.mjs';

const folders: string[] = [];

/** A folder of this test's own, removed after it; in memory, where there is room, unless it has to be on the disk. */
export function createTemporaryFolder({ onDisk = false } = {}): string {
  const folder = mkdtempSync(join(onDisk ? diskFolder() : tmpdir(), 'errata-relay-'));
  folders.push(folder);
  return folder;
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});
