import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const root = resolve(import.meta.dirname, '../../../../..');
// The folder is inside the repository, because the server build imports its packages from there.
const parent = join(root, 'dist', 'spec-views');
const SOURCES = [
  'apps/renderer/browser-code.mjs',
  'apps/renderer/src',
  'apps/renderer/test/platform/product',
  'apps/renderer/vite',
  'apps/renderer/vite.config.ts',
  'libs/client-runtime/src',
  'libs/shared/src',
  'package-lock.json',
];

/**
 * Builds the views of the platform and of the fixture product as production does, unless they were
 * built from the same sources. Resolves with a folder laid out like `dist/apps/renderer`, which
 * several suites share.
 */
export async function buildSpecViews(): Promise<string> {
  const folder = join(parent, stampSources());
  if (existsSync(folder)) return folder;
  mkdirSync(parent, { recursive: true });
  const building = mkdtempSync(join(parent, 'building-'));
  await buildInto(building);
  try {
    renameSync(building, folder);
  } catch {
    rmSync(building, { recursive: true });
  }
  return folder;
}

async function buildInto(folder: string): Promise<void> {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const args = [vite, 'build', '--config', 'apps/renderer/vite.config.ts', '--logLevel', 'warn'];
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    NODE_OPTIONS: '',
    ERRATA_FEATURES_FOLDER: 'test/platform/product',
    ERRATA_VIEWS_FOLDER: folder,
  };
  const run = promisify(execFile);
  await Promise.all(
    [args, [...args, '--ssr']].map((each) => run(process.execPath, each, { cwd: root, env })),
  );
}

/** Returns a stamp of the sources' paths, sizes and times, as the product's build does. */
function stampSources(): string {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    const path = join(root, source);
    const isFolder = statSync(path).isDirectory();
    const files = isFolder
      ? readdirSync(path, { recursive: true, encoding: 'utf8' }).toSorted()
      : [''];
    for (const file of files) {
      const { size, mtimeMs } = statSync(join(path, file));
      hash.update(`${source}/${file} ${size} ${mtimeMs}\n`);
    }
  }
  return hash.digest('hex').slice(0, 16);
}
