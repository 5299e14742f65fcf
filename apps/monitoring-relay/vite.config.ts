import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { defineConfig } from 'vite';
import { bundleServer } from '../server-bundle.ts';

const DIST = resolve(import.meta.dirname, '../../dist');
const BUILT = join(DIST, 'apps/monitoring-relay/src');
/** Capabilities have threads, too. */
const PRODUCT = join(DIST, 'libs/product');

/** Threads are found beside the file that starts them, so all files of the bundle stand beside one another. */
function listEntries(): Record<string, string> {
  const files = [
    ...['main.js', 'errata.js'].map((file) => join(BUILT, file)),
    ...listWorkers(BUILT),
    ...listWorkers(PRODUCT),
  ];
  return Object.fromEntries(files.map((file) => [basename(file, '.js'), file]));
}

function listWorkers(folder: string): string[] {
  // Whoever looks for dead code reads this before anything is built.
  if (!existsSync(folder)) return [];
  return (
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      // Those at the top are of the bundle that was made before.
      .filter((file) => file.endsWith('.worker.js') && dirname(file) !== '.')
      .map((file) => join(folder, file))
  );
}

export default defineConfig(
  bundleServer({
    builtFolder: BUILT,
    entries: listEntries(),
    // Of WebAssembly.
    notBundled: ['brotli-dec-wasm', 'zstddec'],
  }),
);
