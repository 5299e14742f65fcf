import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { aptInstall, canAptInstall } from './apt.mjs';
import { findOnPath, isExecutable } from './find-on-path.mjs';
import { Failure } from './failure.mjs';
import { writeOnOwnLine } from './output.mjs';
import { run } from './run.mjs';
import { step } from './steps.mjs';
import { canUnpackPackages, unpackedFolder, unpackPackages } from './unpacked-packages.mjs';

const PACKAGE = 'firefox-esr';
const NAMES = [PACKAGE, 'firefox'];
const MAC_APP = '/Applications/Firefox.app/Contents/MacOS/firefox';
const FETCHED = unpackedFolder('firefox');
const UNPACKED = join(FETCHED, 'usr', 'lib', PACKAGE, PACKAGE);

/**
 * Returns the path of an installed or fetched Firefox, or undefined. `FIREFOX_PATH` takes
 * precedence. Throws when `FIREFOX_PATH` cannot be run.
 */
export function findFirefox() {
  const named = process.env['FIREFOX_PATH'];
  if (named) {
    if (!isExecutable(named)) throw new Failure(`FIREFOX_PATH ${named} is no program to run.`);
    return named;
  }
  return findOnPath(NAMES) ?? [MAC_APP, UNPACKED].find(isExecutable);
}

/**
 * Returns the path of a Firefox, and fetches one from Debian's packages when none is installed.
 * When fetching fails, prints a line and resolves with undefined, because most specs need only
 * Chromium.
 *
 * @returns {Promise<string | undefined>}
 */
export async function ensureFirefox({ find = findFirefox } = {}) {
  const present = find();
  if (present) return present;
  if (canAptInstall()) await step('Fetching Firefox', () => aptInstall(PACKAGE));
  else if (canUnpackPackages()) await step('Fetching Firefox', unpack);
  return find() ?? tellMissing();
}

/** Unpacks the package without installing it, for users who are not allowed to install packages. */
async function unpack() {
  await unpackPackages([PACKAGE], FETCHED);
  const { code } = await run(UNPACKED, ['--version']);
  // Firefox does not start when a system library is missing.
  if (code !== 0) rmSync(FETCHED, { recursive: true, force: true });
}

function tellMissing() {
  writeOnOwnLine(
    'Firefox is not at hand: its tour is not played. Install one, or name it in FIREFOX_PATH.\n',
  );
  return undefined;
}
