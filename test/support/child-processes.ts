import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

export interface ChildProcessInfo {
  readonly pid: number;
  readonly command: string;
}

export function isAlive(pid: number): boolean {
  try {
    // Signal 0 only asks whether the process exists. A process that has ended still answers until
    // its parent collects it, which never happens in some containers.
    return process.kill(pid, 0) && !isZombie(pid);
  } catch {
    return false;
  }
}

function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false;
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z');
}

export function listChildren(parent: number): ChildProcessInfo[] {
  const all = process.platform === 'linux' ? readProc() : readPs();
  return all.filter(({ parent: ppid }) => ppid === parent);
}

/** Reads /proc, because slim images have no `ps`. */
function readProc(): (ChildProcessInfo & { parent: number })[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return [{ pid: Number(name), parent, command }];
      } catch {
        return [];
      }
    });
}

function readPs(): (ChildProcessInfo & { parent: number })[] {
  return execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .flatMap((line) => {
      const [pid, parent, ...command] = line.trim().split(/\s+/);
      return pid ? [{ pid: Number(pid), parent: Number(parent), command: command.join(' ') }] : [];
    });
}
