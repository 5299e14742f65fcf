import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { aptUpdate, canAptInstall } from './apt.mjs';
import { findOnPath } from './find-on-path.mjs';
import { root } from './root.mjs';
import { run } from './run.mjs';

const CACHE = join(root, 'node_modules', '.cache');

export function unpackedFolder(name) {
  return join(CACHE, `errata-${name}`);
}

export function canUnpackPackages() {
  return process.platform === 'linux' && findOnPath(['dpkg-deb']) !== undefined;
}

/**
 * Fetches Debian's packages and unpacks them into one folder without installing them. `target`
 * appears only when all of them are unpacked.
 */
export async function unpackPackages(names, target) {
  if (canAptInstall()) await aptUpdate();
  const fetched = mkdtempSync(join(tmpdir(), 'errata-packages-'));
  try {
    const { code } = await run('apt-get', ['download', ...names], { cwd: fetched });
    if (code === 0) await unpack(fetched, target);
  } finally {
    rmSync(fetched, { recursive: true, force: true });
  }
}

async function unpack(fetched, target) {
  mkdirSync(dirname(target), { recursive: true });
  const unpacked = mkdtempSync(`${target}-`);
  const files = readdirSync(fetched).map((name) => join(fetched, name));
  const ends = await Promise.all(files.map((file) => run('dpkg-deb', ['-x', file, unpacked])));
  rmSync(target, { recursive: true, force: true });
  if (ends.every(({ code }) => code === 0)) renameSync(unpacked, target);
  else rmSync(unpacked, { recursive: true, force: true });
}
