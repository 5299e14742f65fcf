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
/** As it stands in Debian's package. */
const UNPACKED = join(FETCHED, 'usr', 'lib', PACKAGE, PACKAGE);

/** Path of an installed Firefox, or of one that was fetched; `FIREFOX_PATH` goes first. Undefined when there is none. */
export function findFirefox() {
  const named = process.env['FIREFOX_PATH'];
  if (named) {
    if (!isExecutable(named)) throw new Failure(`FIREFOX_PATH ${named} is no program to run.`);
    return named;
  }
  return findOnPath(NAMES) ?? [MAC_APP, UNPACKED].find(isExecutable);
}

/**
 * The same, fetched from Debian's packages when none is installed. Undefined where that cannot be done, said in a
 * line: most specs drive Chromium, and not every machine has a second browser.
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

/** For users who may not install packages. */
async function unpack() {
  await unpackPackages([PACKAGE], FETCHED);
  const { code } = await run(UNPACKED, ['--version']);
  // A library of the system's may be missing.
  if (code !== 0) rmSync(FETCHED, { recursive: true, force: true });
}

function tellMissing() {
  writeOnOwnLine(
    'Firefox is not at hand: its tour is not played. Install one, or name it in FIREFOX_PATH.\n',
  );
  return undefined;
}
