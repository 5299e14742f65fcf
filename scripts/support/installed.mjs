import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './failure.mjs';
import { root } from './root.mjs';
import { runNode, runNpm } from './run.mjs';
import { hasStamp, leaveStamp, stampOf } from './stamp.mjs';
import { step } from './steps.mjs';

const folder = join(root, 'node_modules');
const installedPath = join(folder, '.errata-installed');

/**
 * `npm ci` is not used. When a registry lacks binaries of other platforms, the lock file cannot
 * name these binaries, and `npm ci` fails.
 */
const INSTALL = ['install', '--no-save', '--include=dev', '--no-audit', '--no-fund'];

/**
 * Packages with a binary for each platform. An install counts as complete only when all of them
 * load.
 */
const NATIVE_PACKAGES_LOAD = `
  const names = ['@node-rs/argon2', '@swc/core', 'vite', '@tailwindcss/oxide'];
  await Promise.all(names.map((name) => import(name)));
`;

export async function ensureInstalled() {
  const stamp = installStamp();
  if (hasStamp(installedPath, stamp)) return;
  const first = !existsSync(folder);
  const label = `Installing packages${first ? ' (0.6 GB, half a minute or more, once)' : ''}`;
  await step(label, install);
  leaveStamp(installedPath, stamp);
}

function installStamp() {
  const { dependencies, devDependencies, overrides } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  return stampOf(
    readFileSync(join(root, 'package-lock.json')),
    JSON.stringify({ dependencies, devDependencies, overrides }),
    `${process.platform}-${process.arch}`,
  );
}

async function install() {
  await npm(INSTALL);
  if ((await loadNativePackages()).code === 0) return;
  // The lock file may lack this platform's binaries. Without it npm still gets the same versions,
  // because package.json pins them.
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
