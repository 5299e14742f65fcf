import { setPriority } from 'node:os';

const NICENESS = 10;

/**
 * Makes this thread yield to the process's other threads when CPU is scarce. Linux, unlike POSIX,
 * has priorities per thread, and 0 names the calling thread (setpriority(2), "C library/kernel
 * differences"). Other systems would lower the whole process, so this does nothing there. A sandbox
 * may forbid the call; processing runs at normal priority in that case.
 */
export function lowerThreadPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, NICENESS);
  } catch {}
}
