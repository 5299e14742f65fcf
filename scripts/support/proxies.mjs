import { join } from 'node:path';
import { findOnPath, isExecutable } from './find-on-path.mjs';
import { writeOnOwnLine } from './output.mjs';
import { step } from './steps.mjs';
import { canUnpackPackages, unpackedFolder, unpackPackages } from './unpacked-packages.mjs';

const FETCHED = unpackedFolder('proxies');

const PROGRAMS = { nginx: 'usr/sbin/nginx', caddy: 'usr/bin/caddy' };

/**
 * Returns the paths of the web servers that specs put before the relay. A missing server is fetched
 * from Debian's packages and only unpacked, because installing would start it on port 80. When
 * fetching fails, prints a line and returns undefined for that server.
 *
 * @returns {Promise<{ nginx: string | undefined, caddy: string | undefined }>}
 */
export async function ensureProxies() {
  const missing = Object.keys(PROGRAMS).filter((name) => !findProxy(name));
  if (missing.length > 0 && canUnpackPackages()) {
    await step(`Fetching ${missing.join(' and ')}`, () => fetchPackages(missing));
  }
  const [nginx, caddy] = ['nginx', 'caddy'].map((name) => findProxy(name) ?? tellMissing(name));
  return { nginx, caddy };
}

export function findProxy(name) {
  const fetched = join(FETCHED, name, PROGRAMS[name]);
  return findOnPath([name]) ?? [`/usr/sbin/${name}`, fetched].find(isExecutable);
}

/** Fetches each package alone, because apt may know only one of them. */
async function fetchPackages(names) {
  for (const name of names) await unpackPackages([name], join(FETCHED, name));
}

function tellMissing(name) {
  writeOnOwnLine(
    `${name} is not at hand: its lines of docs/tunnel.md and docs/proxy.md are not tried.\n`,
  );
  return undefined;
}
