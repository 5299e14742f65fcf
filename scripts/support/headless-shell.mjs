import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { isExecutable } from './find-on-path.mjs';
import { run } from './run.mjs';
import { step } from './steps.mjs';
import { canUnpackPackages, unpackedFolder, unpackPackages } from './unpacked-packages.mjs';

const PROGRAM = 'usr/lib/chromium/chromium-headless-shell';
const FETCHED = unpackedFolder('headless-shell');
/**
 * `chromium-common` holds the data of the shell and has to be of the same version, so both are
 * unpacked.
 */
const PACKAGES = ['chromium-headless-shell', 'chromium-common'];

/**
 * Returns the path of Chromium's headless shell, or undefined. The shell renders pages without
 * browser windows, which is a third less work for most specs. `CHROME_PATH` takes precedence over
 * the shell.
 */
export function findHeadlessShell() {
  if (process.env['CHROME_PATH']) return undefined;
  return [join('/', PROGRAM), join(FETCHED, PROGRAM)].find(isExecutable);
}

/**
 * Returns the path of the headless shell, and unpacks it from Debian's packages when none is
 * installed. Resolves with undefined when the shell cannot be fetched or does not run. Specs use
 * Chromium in that case.
 *
 * @returns {Promise<string | undefined>}
 */
export async function ensureHeadlessShell() {
  if (process.env['CHROME_PATH'] || findHeadlessShell() || !canUnpackPackages())
    return findHeadlessShell();
  await step('Fetching Chromium’s headless shell', fetchShell);
  return findHeadlessShell();
}

async function fetchShell() {
  await unpackPackages(PACKAGES, FETCHED);
  const { code } = await run(join(FETCHED, PROGRAM), ['--version']);
  if (code !== 0) rmSync(FETCHED, { recursive: true, force: true });
}
