import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

export interface ChildProcessInfo {
  readonly pid: number;
  readonly command: string;
}

export function isAlive(pid: number): boolean {
  try {
    // Signal 0 only asks.
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The processes that a process has started and that still run. */
export function listChildren(parent: number): ChildProcessInfo[] {
  const all = process.platform === 'linux' ? readProc() : readPs();
  return all.filter(({ parent: ppid }) => ppid === parent);
}

/** Slim images have no `ps`. */
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
        // It ended meanwhile.
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
