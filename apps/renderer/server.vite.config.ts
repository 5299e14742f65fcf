import { join, resolve } from 'node:path';
import { defineConfig } from 'vite';
import { bundleServer } from '../server-bundle.ts';

const BUILT = resolve(import.meta.dirname, '../../dist/apps/renderer/src');

/**
 * Modules that the bundle keeps as separate files. `main` starts the app; benchmarks, specs and
 * checks load the others by name.
 */
const ENTRIES = [
  'main',
  'create-renderer',
  'config/renderer-config',
  'rendering/pages/declared-views',
];

export default defineConfig(
  bundleServer({
    builtFolder: BUILT,
    entries: Object.fromEntries(ENTRIES.map((name) => [name, join(BUILT, `${name}.js`)])),
    // `argon2` is native, `language-common` is loaded only when somebody chooses a password, and
    // `vite` only in development.
    notBundled: ['@node-rs/argon2', '@zxcvbn-ts/language-common', 'vite'],
  }),
);
