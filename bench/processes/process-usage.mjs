import { readFileSync } from 'node:fs';

/** What `/proc` counts in: USER_HZ is 100 on every Linux that runs Node.js. */
const TICK_SECONDS = 0.01;

/**
 * What a process has used so far, all threads of it together; undefined where there is no `/proc`.
 *
 * @param {number} pid
 * @returns {{ cpuSeconds: number, peakBytes: number } | undefined} `peakBytes`: the most it has held in memory
 */
export function findUsage(pid) {
  if (process.platform !== 'linux') return undefined;
  const [, counts] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [userTicks, systemTicks] = counts.split(' ').slice(11, 13).map(Number);
  const [, peakKib] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return {
    cpuSeconds: (userTicks + systemTicks) * TICK_SECONDS,
    peakBytes: Number(peakKib) * 1024,
  };
}
