import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { platform } from 'node:os';
import { promisify } from 'node:util';

/**
 * Bytes that the processes hold in memory, together. What two of them share, such as the code of Node.js, counts twice.
 *
 * @param {readonly { pid: number }[]} processes
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
 * The same with the files that the processes map (the code of Node.js) counted once, as the machine holds them.
 * Undefined where the system does not tell.
 *
 * @param {readonly { pid: number }[]} processes
 */
export async function readMachineBytes(processes) {
  if (platform() !== 'linux') return undefined;
  const each = await Promise.all(processes.map(({ pid }) => readRollup(pid)));
  const own = each.reduce((sum, { anonymous }) => sum + anonymous, 0);
  return own + Math.max(...each.map(({ resident, anonymous }) => resident - anonymous));
}

async function readRollup(pid) {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
  const read = (name) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1]) * 1024;
  return { resident: read('Rss'), anonymous: read('Anonymous') };
}
