import { readFile } from 'node:fs/promises';

/** Linux counts the CPU time of processes in ticks of this length, on every architecture. */
const TICK_MS = 10;

/** Resolves with the milliseconds of CPU that the process has used. Works on Linux alone. */
export async function readCpuMs({ pid }) {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name of the command, in parentheses, may contain blanks.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
