import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

/** Where Linux has files in memory. */
const IN_MEMORY = '/dev/shm';
const TMPFS = 0x01021994;
/** More than the specs hold at once, several times over: databases, and attachments of 100 MiB. */
const LEAST_FREE_BYTES = 4 * 1024 ** 3;
/** Of a process, which is told by its number whether it is still there. */
const OURS = /^errata-specs-(?<pid>\d+)-/;

/**
 * Makes a folder in memory, where to sync costs nothing. Returns undefined where there is no room for one, or
 * programs cannot be run from there. Whoever makes it removes it; what a killed process has left goes with the next one's.
 */
export function makeMemoryFolder() {
  try {
    if (!hasRoom()) return undefined;
    removeLeft();
    const folder = mkdtempSync(join(IN_MEMORY, `errata-specs-${process.pid}-`));
    if (runsPrograms(folder)) return folder;
    rmSync(folder, { recursive: true });
  } catch {
    // The disk does as well.
  }
  return undefined;
}

function hasRoom() {
  const { type, bavail, bsize } = statfsSync(IN_MEMORY);
  return type === TMPFS && Math.min(bavail * bsize, freemem()) >= LEAST_FREE_BYTES;
}

function removeLeft() {
  for (const name of readdirSync(IN_MEMORY)) {
    const pid = OURS.exec(name)?.groups.pid;
    if (pid === undefined || isAlive(Number(pid))) continue;
    rmSync(join(IN_MEMORY, name), { recursive: true, force: true });
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code !== 'ESRCH';
  }
}

/** Containers forbid it there. */
function runsPrograms(folder) {
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0;
}
