import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { defineConfig } from 'vite';
import { bundleServer } from '../server-bundle.ts';

const DIST = resolve(import.meta.dirname, '../../dist');
const BUILT = join(DIST, 'apps/monitoring-relay/src');
const PRODUCT = join(DIST, 'libs/product');

/**
 * All bundled files share one folder, because code finds a worker file beside the file that starts
 * the thread.
 */
function listEntries(): Record<string, string> {
  const files = [
    ...['main.js', 'errata.js'].map((file) => join(BUILT, file)),
    ...listWorkers(BUILT),
    ...listWorkers(PRODUCT),
  ];
  return Object.fromEntries(files.map((file) => [basename(file, '.js'), file]));
}

function listWorkers(folder: string): string[] {
  // knip reads this configuration before anything is built.
  if (!existsSync(folder)) return [];
  return (
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      // Worker files at the top level are output of an earlier bundle.
      .filter((file) => file.endsWith('.worker.js') && dirname(file) !== '.')
      .map((file) => join(folder, file))
  );
}

export default defineConfig(
  bundleServer({
    builtFolder: BUILT,
    entries: listEntries(),
    // These packages contain WebAssembly.
    notBundled: ['brotli-dec-wasm', 'zstddec'],
  }),
);
