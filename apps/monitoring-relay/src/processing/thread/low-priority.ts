import { setPriority } from 'node:os';

/** Nice value. */
const NICENESS = 10;

/**
 * Has this thread, of all of the process, yield to the others when the CPU is short. Linux alone has
 * priorities of threads, by what is not in POSIX: 0 names the calling thread (setpriority(2), "C library/kernel
 * differences"). Elsewhere it would be the whole process, so nothing is done.
 */
export function lowerThreadPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, NICENESS);
  } catch {
    // A sandbox may forbid it: then processing takes its share as everybody does.
  }
}
