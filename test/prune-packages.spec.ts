import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { root } from '../scripts/support/root.mjs';

const KEPT = [
  'a/package.json',
  'a/index.js',
  'a/index.mjs',
  'a/data.json',
  'a/addon.node',
  'a/decoder.wasm',
  'a/LICENSE',
  'a/LICENSE.md',
  'a/NOTICE.md',
];
const REMOVED = [
  'a/index.js.map',
  'a/index.d.ts',
  'a/index.d.mts',
  'a/src/index.ts',
  'a/deps/addon.c',
  'a/deps/addon.h',
  'a/README.md',
  'a/third-party-errors-filter.d.ts',
  'a/license.js.map',
  'a/node_modules/@b/c/index.d.cts',
];

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'errata-prune-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

test('prune-packages removes files that no service loads, and keeps licences and linked folders', () => {
  const packages = join(folder, 'node_modules');
  for (const path of [...KEPT, ...REMOVED]) {
    mkdirSync(dirname(join(packages, path)), { recursive: true });
    writeFileSync(join(packages, path), 'x'.repeat(100_000));
  }
  mkdirSync(join(folder, 'elsewhere'));
  writeFileSync(join(folder, 'elsewhere/own.d.ts'), '');
  symlinkSync(join(folder, 'elsewhere'), join(packages, 'linked'));

  const script = join(root, 'scripts/prune-packages.mjs');
  const said = execFileSync(process.execPath, [script, packages], { encoding: 'utf8' });

  expect(said).toBe(`Removed 1 of 2 MB of ${packages}.\n`);
  const isThere = (path: string): boolean => existsSync(join(packages, path));
  expect([KEPT, REMOVED].map((paths) => paths.filter(isThere))).toEqual([KEPT, []]);
  expect(isThere('linked/own.d.ts')).toBe(true);
});
