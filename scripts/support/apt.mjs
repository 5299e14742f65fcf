import { findOnPath } from './find-on-path.mjs';
import { run } from './run.mjs';

let updating;

/** Reads what packages there are, once; resolves with the exit code and output. */
export function aptUpdate() {
  return (updating ??= run('apt-get', ['update']));
}

/** Whether this machine lets us install a system package without asking anybody. */
export function canAptInstall() {
  return process.getuid?.() === 0 && findOnPath(['apt-get']) !== undefined;
}

/** Installs a system package; resolves with the exit code and output of what failed, or of the last. */
export async function aptInstall(name) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const update = await aptUpdate();
  if (update.code !== 0) return update;
  return run('apt-get', ['install', '-y', '--no-install-recommends', name], { env });
}
