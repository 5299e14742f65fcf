import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findOnPath } from '../find-on-path.mjs';
import { writeOnOwnLine } from '../output.mjs';
import { run } from '../run.mjs';
import { step } from '../steps.mjs';
import { canUnpack, unpack } from './debian.mjs';
import { toUnpackedFolder } from './ensure-tool.mjs';

const PACKAGES = ['python3-sentry-sdk', 'python3-certifi', 'python3-urllib3'];
const FETCHED = toUnpackedFolder('python-sdk');
const MODULES = join(FETCHED, 'usr', 'lib', 'python3', 'dist-packages');

/**
 * Returns the folder of modules (`PYTHONPATH`) with Sentry's SDK for Python. Fetches Debian's
 * packages without installing them, so nobody has to be root. When Python is missing or fetching
 * fails, prints a line and resolves with undefined.
 *
 * @returns {Promise<string | undefined>}
 */
export async function ensurePythonSdk() {
  const python = findOnPath(['python3']);
  if (!python) return tellMissing('There is no python3.');
  if (existsSync(MODULES)) return MODULES;
  if (!canUnpack()) return tellMissing('Only Debian has its package.');
  await step("Fetching Sentry's SDK for Python", () => unpack(PACKAGES, FETCHED));
  const env = { ...process.env, PYTHONPATH: MODULES };
  const { code } = await run(python, ['-c', 'import sentry_sdk'], { env });
  if (code === 0 && existsSync(MODULES)) return MODULES;
  rmSync(FETCHED, { recursive: true, force: true });
  return tellMissing('Its packages could not be fetched, or do not run here.');
}

function tellMissing(why) {
  writeOnOwnLine(`Sentry's SDK for Python is not at hand: its sessions are not counted. ${why}\n`);
  return undefined;
}
