import { execFile } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

/**
 * Resolves with the resident bytes of the processes together. Memory that two of them share, such
 * as the code of Node.js, counts twice.
 */
export async function readResidentBytes(processes) {
  const pids = processes.map(({ pid }) => pid);
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', pids.join(',')]);
  const kibibytes = stdout.trim().split(/\s+/).map(Number);
  if (kibibytes.length !== pids.length)
    throw new Error('A process has ended while it was measured.');
  return kibibytes.reduce((sum, value) => sum + value * 1024, 0);
}

/**
 * Samples the resident bytes of the processes until `work` has settled. Resolves with the samples
 * and the result of the work. Rejects when either fails.
 *
 * @template T
 * @param {Promise<T>} work
 * @returns {Promise<{ samples: number[], result: T }>}
 */
export async function sampleResidentBytes(processes, work, everyMs = 250) {
  const samples = [];
  const ending = new AbortController();
  const sample = async () => {
    while (!ending.signal.aborted) {
      samples.push(await readResidentBytes(processes));
      await pause(everyMs);
    }
  };
  const [result] = await Promise.all([work.finally(() => ending.abort()), sample()]);
  return { samples, result };
}
