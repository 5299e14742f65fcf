import { execFile } from 'node:child_process';
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
