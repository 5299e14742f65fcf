import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

it('a clone that is neither installed nor built prints what the errata command does', () => {
  const clone = mkdtempSync(join(tmpdir(), 'errata-unbuilt-'));
  const root = join(import.meta.dirname, '..');
  for (const path of [
    'package.json',
    'scripts',
    'apps/monitoring-relay/src/usage.ts',
    'libs/command-line/src',
  ]) {
    cpSync(join(root, path), join(clone, path), { recursive: true });
  }
  try {
    const said = execFileSync(process.execPath, ['scripts/errata.mjs', 'help'], {
      cwd: clone,
      encoding: 'utf8',
    });
    expect(said).toContain('errata backup <folder>');
    expect(said).toContain('errata gate --release <version>');
  } finally {
    rmSync(clone, { recursive: true });
  }
});
