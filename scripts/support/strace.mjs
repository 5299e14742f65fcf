import { aptInstall, canAptInstall } from './apt.mjs';
import { findOnPath } from './find-on-path.mjs';
import { writeOnOwnLine } from './output.mjs';
import { step } from './steps.mjs';

/**
 * Returns the path of strace, with which a spec reads the order of system calls. When strace is
 * missing, prints a line and resolves with undefined. Only Linux has strace, and not every machine
 * allows it.
 */
export async function ensureStrace() {
  if (process.platform !== 'linux') return missing();
  const present = findOnPath(['strace']);
  if (present) return present;
  if (canAptInstall()) await step('Fetching strace', () => aptInstall('strace'));
  return findOnPath(['strace']) ?? missing();
}

function missing() {
  writeOnOwnLine('strace is not at hand: the order of system calls is not looked at.\n');
  return undefined;
}
