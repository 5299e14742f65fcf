import { join, resolve } from 'node:path';
import { defineConfig } from 'vite';
import { bundleServer } from '../server-bundle.ts';

const BUILT = resolve(import.meta.dirname, '../../dist/apps/renderer/src');

/** `main` starts it; the others are for who starts it otherwise, and for who asks it what it shows. */
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
    // Native; a list that is read when somebody chooses a password; of development.
    notBundled: ['@node-rs/argon2', '@zxcvbn-ts/language-common', 'vite'],
  }),
);
