import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findOnPath } from '../find-on-path.mjs';
import { run } from '../run.mjs';

let updating;

/** Runs `apt-get update` at most once for this process. Resolves with the exit code and output. */
function update() {
  return (updating ??= run('apt-get', ['update']));
}

export function canInstall() {
  return process.getuid?.() === 0 && findOnPath(['apt-get']) !== undefined;
}

/**
 * Installs system packages. Resolves with the exit code and output of the step that failed, or of
 * the last step.
 */
export async function install(names) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const updated = await update();
  if (updated.code !== 0) return updated;
  return run('apt-get', ['install', '-y', '--no-install-recommends', ...names], { env });
}

export function canUnpack() {
  return process.platform === 'linux' && findOnPath(['dpkg-deb']) !== undefined;
}

/**
 * Fetches Debian's packages and unpacks them into one folder without installing them. `target`
 * appears only when all of them are unpacked.
 */
export async function unpack(names, target) {
  if (canInstall()) await update();
  const fetched = mkdtempSync(join(tmpdir(), 'errata-packages-'));
  mkdirSync(dirname(target), { recursive: true });
  const unpacked = mkdtempSync(`${target}-`);
  try {
    const { code } = await run('apt-get', ['download', ...names], { cwd: fetched });
    if (code !== 0) return;
    const files = readdirSync(fetched).map((name) => join(fetched, name));
    const ends = await Promise.all(files.map((file) => run('dpkg-deb', ['-x', file, unpacked])));
    rmSync(target, { recursive: true, force: true });
    if (ends.every((end) => end.code === 0)) renameSync(unpacked, target);
  } finally {
    for (const folder of [fetched, unpacked]) rmSync(folder, { recursive: true, force: true });
  }
}
