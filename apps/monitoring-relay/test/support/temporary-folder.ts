import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from '@jest/globals';

const folders: string[] = [];

/** A folder of this test's own, removed after it. */
export function createTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'errata-relay-'));
  folders.push(folder);
  return folder;
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});
