import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './failure.mjs';
import { root } from './root.mjs';
import { runNode, runNpm } from './run.mjs';
import { hasStamp, leaveStamp, stampOf } from './stamp.mjs';
import { step } from './steps.mjs';

const folder = join(root, 'node_modules');
const unpackedPath = join(folder, '.errata-unpacked');
const installedPath = join(folder, '.errata-installed');

/**
 * `npm ci` would fail where a registry lacks the binaries of other platforms. The scripts of packages, of which two
 * compile for a minute, run apart.
 */
const INSTALL = [
  'install',
  '--no-save',
  '--include=dev',
  '--no-audit',
  '--no-fund',
  '--ignore-scripts',
];

/** Native packages are per platform and Node ABI; each has to load before the install counts. */
const NATIVE_PACKAGES_LOAD = `
  const { default: Database } = await import('better-sqlite3');
  new Database(':memory:').close();
  await Promise.all(['zstd-napi', '@swc/core', 'vite', '@tailwindcss/oxide'].map((name) => import(name)));
`;

/** Installs the packages unless those present were installed from the same lists by a like Node. */
export async function ensureInstalled() {
  const stamp = installStamp();
  if (hasStamp(installedPath, stamp)) return;
  await ensureUnpacked();
  await step('Compiling what is native', compile);
  leaveStamp(installedPath, stamp);
}

/** The part of it after which whatever needs no native package can begin. */
export async function ensureUnpacked() {
  const stamp = installStamp();
  if ([installedPath, unpackedPath].some((path) => hasStamp(path, stamp))) return;
  const first = !existsSync(folder);
  const label = `Installing packages${first ? ' (0.6 GB, a minute or two, once)' : ''}`;
  await step(label, () => npm(INSTALL));
  leaveStamp(unpackedPath, stamp);
}

function installStamp() {
  const { dependencies, devDependencies, overrides } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  return stampOf(
    readFileSync(join(root, 'package-lock.json')),
    JSON.stringify({ dependencies, devDependencies, overrides }),
    process.versions.modules,
    `${process.platform}-${process.arch}`,
  );
}

async function compile() {
  // Compiled before, and nothing that is native has changed.
  if (await nativePackagesLoad()) return;
  await runScripts();
  if (await nativePackagesLoad()) return;
  // The lock file may lack this platform's binaries; the pins in package.json are exact.
  await npm([...INSTALL, '--no-package-lock']);
  await runScripts();
  const { code, output } = await loadNativePackages();
  if (code !== 0) throw new Failure('A native package does not load after installing.', output);
}

/** Of the packages, also where npm calls one up to date that was installed for another Node. */
function runScripts() {
  // Of node-gyp, which would use one core.
  return npm(['rebuild'], { env: { ...process.env, JOBS: 'max' } });
}

async function npm(args, options) {
  const { code, output } = await runNpm(args, options);
  if (code !== 0) throw new Failure(`npm ${args[0]} failed; its output is above.`, output);
}

function loadNativePackages() {
  return runNode(['--input-type=module', '--eval', NATIVE_PACKAGES_LOAD]);
}

async function nativePackagesLoad() {
  return (await loadNativePackages()).code === 0;
}
