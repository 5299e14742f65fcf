import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './failure.mjs';
import { root } from './root.mjs';
import { runNode, runNpm } from './run.mjs';
import { hasStamp, leaveStamp, stampOf } from './stamp.mjs';
import { step } from './steps.mjs';

const stampPath = join(root, 'node_modules', '.errata-installed');

/** `npm ci` would fail where a registry lacks the binaries of other platforms. */
const INSTALL = ['install', '--no-save', '--include=dev', '--no-audit', '--no-fund'];

/** Native packages are per platform and Node ABI; each has to load before the install counts. */
const NATIVE_PACKAGES_LOAD = `
  const { default: Database } = await import('better-sqlite3');
  new Database(':memory:').close();
  await Promise.all(['@swc/core', 'vite', '@tailwindcss/oxide'].map((name) => import(name)));
`;

/** Installs the packages unless those present were installed from the same lists by a like Node. */
export async function ensureInstalled() {
  const stamp = installStamp();
  if (hasStamp(stampPath, stamp)) return;
  const first = !existsSync(join(root, 'node_modules'));
  await step(`Installing packages${first ? ' (0.7 GB, a minute or two, once)' : ''}`, install);
  leaveStamp(stampPath, stamp);
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

async function install() {
  await npm(INSTALL);
  if (await nativePackagesLoad()) return;
  // Installed for another Node before: npm calls such a package up to date.
  await npm(['rebuild']);
  if (await nativePackagesLoad()) return;
  // The lock file may lack this platform's binaries; the pins in package.json are exact.
  await npm([...INSTALL, '--no-package-lock']);
  const { code, output } = await loadNativePackages();
  if (code !== 0) throw new Failure('A native package does not load after installing.', output);
}

async function npm(args) {
  const { code, output } = await runNpm(args);
  if (code !== 0) throw new Failure(`npm ${args[0]} failed; its output is above.`, output);
}

function loadNativePackages() {
  return runNode(['--input-type=module', '--eval', NATIVE_PACKAGES_LOAD]);
}

async function nativePackagesLoad() {
  return (await loadNativePackages()).code === 0;
}
