import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { aptInstall, canAptInstall } from './apt.mjs';
import { findOnPath, isExecutable } from './find-on-path.mjs';
import { Failure } from './failure.mjs';
import { root } from './root.mjs';
import { runNode } from './run.mjs';
import { step } from './steps.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const MAC_APPS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const PLAYWRIGHT_CACHES = [
  process.env['PLAYWRIGHT_BROWSERS_PATH'] ?? '',
  join(homedir(), '.cache', 'ms-playwright'),
  join(homedir(), 'Library', 'Caches', 'ms-playwright'),
];
const PLAYWRIGHT_BINARIES = [
  'chrome-linux/chrome',
  'chrome-linux64/chrome',
  'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
  'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
  'chrome-mac-x64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
];

/**
 * Returns the path of an installed Chromium or Chrome, or undefined. `CHROME_PATH` takes
 * precedence. Throws when `CHROME_PATH` cannot be run.
 */
export function findBrowser() {
  const named = process.env['CHROME_PATH'];
  if (named) {
    if (!isExecutable(named)) throw new Failure(`CHROME_PATH ${named} is no program to run.`);
    return named;
  }
  return findOnPath(NAMES) ?? [...MAC_APPS, ...playwrightBinaries()].find(isExecutable);
}

/**
 * Returns the path of a Chromium, and fetches one when none is installed. When fetching fails,
 * throws an error that says what to do.
 */
export async function ensureBrowser() {
  const present = findBrowser();
  if (present) return present;
  const problems = await step('Fetching Chromium', fetchBrowser);
  const fetched = findBrowser();
  if (fetched) return fetched;
  throw new Failure(
    'No Chromium was found or could be fetched; install one and name it in CHROME_PATH.',
    problems,
  );
}

async function fetchBrowser() {
  const apt = canAptInstall() ? (await aptInstall('chromium')).output : '';
  if (findBrowser()) return apt;
  const playwright = join(root, 'node_modules', 'playwright-core', 'cli.js');
  const { output } = await runNode([playwright, 'install', 'chromium']);
  return `${apt}${output}`;
}

function playwrightBinaries() {
  return PLAYWRIGHT_CACHES.filter(Boolean).flatMap((cache) =>
    listFolder(cache)
      .filter((name) => /^chromium-\d+$/.test(name))
      .flatMap((name) => PLAYWRIGHT_BINARIES.map((binary) => join(cache, name, binary))),
  );
}

function listFolder(path) {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
