import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { defineConfig } from 'vite';
import { bundleServer } from '../server-bundle.ts';

const BUILT = resolve(import.meta.dirname, '../../dist/apps/monitoring-relay/src');

/** Threads are found beside the file that starts them, so all files of the bundle stand beside one another. */
function listEntries(): Record<string, string> {
  // Whoever looks for dead code reads this before anything is built.
  const files = existsSync(BUILT) ? readdirSync(BUILT, { recursive: true, encoding: 'utf8' }) : [];
  // Those at the top are of the bundle that was made before.
  const workers = files.filter((file) => file.endsWith('.worker.js') && dirname(file) !== '.');
  return Object.fromEntries(
    ['main.js', 'errata.js', ...workers].map((file) => [basename(file, '.js'), join(BUILT, file)]),
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
