import { expect, test } from '@jest/globals';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../scripts/support/root.mjs';
import { specPackages } from './support/spec-packages.mjs';

const FOLDERS = ['apps', 'bench', 'libs', 'prove', 'test'];
const PACKAGES =
  /^(?:@nestjs\/(?:common|core|platform-express)|class-transformer|class-validator|kysely|rxjs)(?:\/|$)/;
const ASKED_FOR = /(?:from|import)\s*\(?\s*'(?<name>[^']+)'/g;

function listAskedFor(): string[] {
  const names = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path))
      .map((path) => readFileSync(join(root, folder, path), 'utf8'))
      .flatMap((source) => [...source.matchAll(ASKED_FOR)])
      .map(({ groups }) => groups?.['name'] ?? ''),
  );
  return [...new Set(names)].filter((name) => PACKAGES.test(name));
}

// A module imported under an unlisted name would be loaded a second time, beside the bundled
// module.
test('specPackages has a pattern for every import of a bundled package', () => {
  const patterns = Object.keys(specPackages).map((pattern) => new RegExp(pattern));
  const names = listAskedFor();
  expect(names).toContain('@nestjs/common');
  expect(names.filter((name) => !patterns.some((pattern) => pattern.test(name)))).toEqual([]);
});
