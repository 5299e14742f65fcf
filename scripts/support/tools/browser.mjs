import fs from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Failure } from '../failure.mjs';
import { root } from '../root.mjs';
import { runNode } from '../run.mjs';
import { step } from '../steps.mjs';
import { canInstall, install } from './debian.mjs';
import { ensureTool, findTool } from './ensure-tool.mjs';
import { headlessShell } from './tools.mjs';

const PLAYWRIGHT_CACHES = [
  process.env['PLAYWRIGHT_BROWSERS_PATH'] ?? '',
  join(homedir(), '.cache', 'ms-playwright'),
  join(homedir(), 'Library', 'Caches', 'ms-playwright'),
];
/** Chromium as playwright fetches it, for Linux and for macOS. */
const PLAYWRIGHT_BINARIES = [
  'chromium-*/chrome-linux*/chrome',
  'chromium-*/chrome-mac*/*.app/Contents/MacOS/{Chromium,Google Chrome for Testing}',
];

/**
 * Returns the path of an installed Chromium or Chrome, or undefined. `CHROME_PATH` takes
 * precedence. Throws when `CHROME_PATH` cannot be run.
 */
export function findBrowser() {
  return findTool({
    variable: 'CHROME_PATH',
    names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'],
    paths: [
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
      ...PLAYWRIGHT_CACHES.filter(Boolean).flatMap((cwd) =>
        // An older Node.js reads this file too, and has no such export to import by name.
        fs.globSync(PLAYWRIGHT_BINARIES, { cwd }).map((path) => join(cwd, path)),
      ),
    ],
  });
}

export function findHeadlessShell() {
  return process.env['CHROME_PATH'] ? undefined : findTool(headlessShell);
}

/** Resolves with undefined where `CHROME_PATH` is set, or no shell runs. Specs use Chromium then. */
export async function ensureHeadlessShell() {
  return process.env['CHROME_PATH'] ? undefined : ensureTool(headlessShell);
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
  const apt = canInstall() ? (await install(['chromium'])).output : '';
  if (findBrowser()) return apt;
  const playwright = join(root, 'node_modules', 'playwright-core', 'cli.js');
  const { output } = await runNode([playwright, 'install', 'chromium']);
  return `${apt}${output}`;
}
