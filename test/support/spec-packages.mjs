import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../../scripts/support/root.mjs';
import { stampOf } from '../../scripts/support/stamp.mjs';

/**
 * Packages of hundreds of small modules each, by the names under which sources and other packages ask for them. Jest
 * loads every module anew for every file of specs: this was half of what it took to load an app.
 */
const ASKED_FOR = [
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

/** Also in the few files, since nobody else asks for them. All others stay where they are. */
const IN_THEM = ['libphonenumber-js', 'rxjs/operators', 'validator'];

const rxjs = join(root, 'node_modules/rxjs/dist/esm');

/** Of its three forms the one that was not translated. */
const FORMS = [
  { find: /^rxjs$/, replacement: join(rxjs, 'index.js') },
  { find: /^rxjs\/operators$/, replacement: join(rxjs, 'operators/index.js') },
];

/** Holds what was made of the packages as they are installed; what is not in it is found from there. */
const folder = join(
  root,
  'dist/spec-packages',
  stampOf(
    readFileSync(join(root, 'package-lock.json')),
    readFileSync(import.meta.filename),
    readFileSync(join(root, 'node_modules/vite/package.json')),
  ),
);

/** For Jest's `moduleNameMapper`: the file that each name stands for. */
export const specPackages = Object.fromEntries(
  ASKED_FOR.map((name) => [`^${escape(name)}$`, join(folder, `${fileName(name)}.js`)]),
);

/** Puts the packages into few files, unless that is done; several runs may at once. */
export async function bundleSpecPackages() {
  if (existsSync(folder)) return;
  mkdirSync(dirname(folder), { recursive: true });
  const building = mkdtempSync(`${folder}-`);
  await buildInto(building);
  try {
    renameSync(building, folder);
  } catch {
    // Another run was faster.
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
    resolve: { alias: FORMS },
    ssr: { noExternal: [...ASKED_FOR, ...IN_THEM].map((name) => new RegExp(`^${escape(name)}`)) },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      minify: false,
      rollupOptions: {
        input: Object.fromEntries(ASKED_FOR.map((name) => [fileName(name), name])),
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
