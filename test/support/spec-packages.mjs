import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../../scripts/support/root.mjs';
import { stampOf } from '../../scripts/support/stamp.mjs';

/**
 * Packages of hundreds of small modules, by the names under which sources and other packages import
 * them. Jest loads every module anew for every spec file. Unbundled, these packages took half of
 * the time to load an app.
 */
const PACKAGE_NAMES = [
  '@nestjs/common',
  '@nestjs/common/internal',
  '@nestjs/core',
  '@nestjs/core/guards/index.js',
  '@nestjs/core/helpers/execution-context-host.js',
  '@nestjs/core/injector/index.js',
  '@nestjs/core/injector/instance-wrapper.js',
  '@nestjs/core/injector/module.js',
  '@nestjs/core/interceptors/index.js',
  '@nestjs/core/router/route-params-factory.js',
  '@nestjs/platform-express',
  'class-transformer',
  'class-validator',
  'kysely',
  'kysely/migration',
  'rxjs',
];

/** Only the packages above import these dependencies, so these are bundled with them. */
const BUNDLED_DEPENDENCIES = ['libphonenumber-js', 'rxjs/operators', 'validator'];

const rxjs = join(root, 'node_modules/rxjs/dist/esm');

/** rxjs comes in three forms. This one needs no translation. */
const RXJS_ALIASES = [
  { find: /^rxjs$/, replacement: join(rxjs, 'index.js') },
  { find: /^rxjs\/operators$/, replacement: join(rxjs, 'operators/index.js') },
];

/**
 * The name of the folder depends on the installed packages. Its place below the root lets the
 * bundle find all other packages.
 */
const folder = join(
  root,
  'dist/spec-packages',
  stampOf(
    readFileSync(join(root, 'package-lock.json')),
    readFileSync(import.meta.filename),
    readFileSync(join(root, 'node_modules/vite/package.json')),
  ),
);

/** Jest's `moduleNameMapper`: the bundled file for each name. */
export const specPackages = Object.fromEntries(
  PACKAGE_NAMES.map((name) => [`^${escape(name)}$`, join(folder, `${fileName(name)}.js`)]),
);

/** Bundles the packages unless they are bundled already. Several runs may bundle at once. */
export async function bundleSpecPackages() {
  if (existsSync(folder)) return;
  mkdirSync(dirname(folder), { recursive: true });
  const building = mkdtempSync(`${folder}-`);
  await buildInto(building);
  try {
    renameSync(building, folder);
  } catch {
    rmSync(building, { recursive: true });
  }
}

async function buildInto(outDir) {
  const { build } = await import('vite');
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'error',
    resolve: { alias: RXJS_ALIASES },
    ssr: {
      noExternal: [...PACKAGE_NAMES, ...BUNDLED_DEPENDENCIES].map(
        (name) => new RegExp(`^${escape(name)}`),
      ),
    },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      minify: false,
      rollupOptions: {
        input: Object.fromEntries(PACKAGE_NAMES.map((name) => [fileName(name), name])),
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name].js',
          codeSplitting: {
            groups: [{ name: 'packages', test: /\/node_modules\//, entriesAware: true }],
          },
        },
      },
    },
  });
}

function fileName(name) {
  return name.replace(/\.js$/, '').replaceAll('/', '-');
}

function escape(name) {
  return name.replaceAll('.', String.raw`\.`);
}
