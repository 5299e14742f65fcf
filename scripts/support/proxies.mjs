import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { canAptInstall } from './apt.mjs';
import { findOnPath, isExecutable } from './find-on-path.mjs';
import { root } from './root.mjs';
import { run } from './run.mjs';
import { step } from './steps.mjs';

const FETCHED = join(root, 'node_modules', '.cache', 'errata-proxies');

/** Where each stands in Debian's package of its name. */
const PROGRAMS = { nginx: 'usr/sbin/nginx', caddy: 'usr/bin/caddy' };

/**
 * Paths of the web servers that specs put before the relay. One that is not installed is fetched from Debian's
 * packages and only unpacked: to install it would start it, on port 80. Undefined where that cannot be done, said in
 * a line.
 *
 * @returns {Promise<{ nginx: string | undefined, caddy: string | undefined }>}
 */
export async function ensureProxies() {
  const missing = Object.keys(PROGRAMS).filter((name) => !findProxy(name));
  if (missing.length > 0 && process.platform === 'linux' && findOnPath(['dpkg-deb'])) {
    await step(`Fetching ${missing.join(' and ')}`, () => fetchPackages(missing));
  }
  const [nginx, caddy] = ['nginx', 'caddy'].map((name) => findProxy(name) ?? tellMissing(name));
  return { nginx, caddy };
}

/** Path of an installed one, or of one that was fetched. */
export function findProxy(name) {
  const fetched = join(FETCHED, name, PROGRAMS[name]);
  return findOnPath([name]) ?? [`/usr/sbin/${name}`, fetched].find(isExecutable);
}

async function fetchPackages(names) {
  if (canAptInstall()) await run('apt-get', ['update']);
  for (const name of names) {
    const folder = mkdtempSync(join(tmpdir(), 'errata-package-'));
    try {
      await run('apt-get', ['download', name], { cwd: folder });
      const [file] = readdirSync(folder);
      if (file) await unpack(join(folder, file), name);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

/** Nothing half unpacked is ever found. */
async function unpack(file, name) {
  const target = join(FETCHED, name);
  mkdirSync(dirname(target), { recursive: true });
  const unpacked = mkdtempSync(`${target}-`);
  await run('dpkg-deb', ['-x', file, unpacked]);
  rmSync(target, { recursive: true, force: true });
  renameSync(unpacked, target);
}

function tellMissing(name) {
  console.log(`${name} is not at hand: its lines of docs/tunnel.md are not tried.`);
  return undefined;
}
