import { readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { defineConfig } from 'vite';

const BUILT = resolve(import.meta.dirname, '../../dist/apps/monitoring-relay/src');

/** Native or of WebAssembly, or loaded by few relays alone. What is not bundled is found in node_modules. */
const NOT_BUNDLED = ['better-sqlite3', 'brotli-dec-wasm', 'zstddec', 'pg', '@sentry/nestjs'];
/** It extends what is there, and is to do so once. */
const ONCE = ['reflect-metadata'];
/** Nest asks for them, and does without. */
const NOT_INSTALLED = [
  '@nestjs/microservices',
  '@nestjs/microservices/microservices-module.js',
  '@nestjs/websockets/socket-module.js',
  'class-transformer/storage',
];

/** Threads are found beside the file that starts them, so all files of the bundle stand beside one another. */
function listEntries(): Record<string, string> {
  const files = readdirSync(BUILT, { recursive: true, encoding: 'utf8' });
  // Those at the top are of the bundle that was made before.
  const workers = files.filter((file) => file.endsWith('.worker.js') && dirname(file) !== '.');
  return Object.fromEntries(
    ['main.js', ...workers].map((file) => [basename(file, '.js'), join(BUILT, file)]),
  );
}

/**
 * Puts what was built, and the packages that it stands on, into a few files that all threads share: each module for
 * itself costs memory in every thread that loads it (ADR 34). Not minified, so that a stack says where something was met.
 */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  ssr: { noExternal: true, external: [...NOT_BUNDLED, ...ONCE, ...NOT_INSTALLED] },
  build: {
    ssr: true,
    outDir: BUILT,
    emptyOutDir: false,
    minify: false,
    rollupOptions: {
      input: listEntries(),
      output: {
        entryFileNames: '[name].js',
        // Without hashes, and by their names: what runs while this builds may load another part of itself.
        chunkFileNames: 'bundled-[name].js',
        minifyInternalExports: false,
      },
    },
  },
});
