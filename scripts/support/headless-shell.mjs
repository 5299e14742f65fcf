import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { isExecutable } from './find-on-path.mjs';
import { run } from './run.mjs';
import { step } from './steps.mjs';
import { canUnpackPackages, unpackedFolder, unpackPackages } from './unpacked-packages.mjs';

/** As it stands in Debian's package. */
const PROGRAM = 'usr/lib/chromium/chromium-headless-shell';
const FETCHED = unpackedFolder('headless-shell');
/** Its data are in a package that Chromium shares, to which it has to belong: both are unpacked. */
const PACKAGES = ['chromium-headless-shell', 'chromium-common'];

/**
 * Path of Chromium's headless shell: its pages without the windows around them, which is a third less work for most
 * specs. Undefined when there is none, or `CHROME_PATH` names what is wanted.
 */
export function findHeadlessShell() {
  if (process.env['CHROME_PATH']) return undefined;
  return [join('/', PROGRAM), join(FETCHED, PROGRAM)].find(isExecutable);
}

/**
 * The same, fetched when none is installed: from Debian's packages, which are only unpacked. Undefined where that
 * cannot be done, or it does not run: Chromium does as well.
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
  // A library of the system's may be missing.
  if (code !== 0) rmSync(FETCHED, { recursive: true, force: true });
}
