import { findOnPath } from './find-on-path.mjs';
import { run } from './run.mjs';

let updating;

/** Runs `apt-get update` at most once for this process. Resolves with the exit code and output. */
export function aptUpdate() {
  return (updating ??= run('apt-get', ['update']));
}

export function canAptInstall() {
  return process.getuid?.() === 0 && findOnPath(['apt-get']) !== undefined;
}

/**
 * Installs a system package. Resolves with the exit code and output of the step that failed, or of
 * the last step.
 */
export async function aptInstall(name) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const update = await aptUpdate();
  if (update.code !== 0) return update;
  return run('apt-get', ['install', '-y', '--no-install-recommends', name], { env });
}
