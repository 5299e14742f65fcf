import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const IN_MEMORY = '/dev/shm';
const TMPFS = 0x01021994;
/**
 * Free memory that the folder needs: several times what the specs hold at once, such as databases
 * and attachments of 100 MiB.
 */
const LEAST_FREE_BYTES = 4 * 1024 ** 3;
/**
 * A folder's name contains the id of the process that made it, which shows whether that process is
 * alive.
 */
const OURS = /^errata-specs-(?<pid>\d+)-/;

/**
 * Makes a folder in memory, where syncing costs nothing. Returns undefined when memory is short or
 * programs cannot run there. The caller removes the folder. The next call also removes folders of
 * killed processes.
 */
export function makeMemoryFolder() {
  try {
    removeLeft();
    if (!hasRoom()) return undefined;
    const folder = mkdtempSync(join(IN_MEMORY, `errata-specs-${process.pid}-`));
    if (runsPrograms(folder)) return folder;
    rmSync(folder, { recursive: true });
  } catch {
    // Without this folder, the specs run on the disk.
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

/** Containers may forbid programs in `/dev/shm`. */
function runsPrograms(folder) {
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0;
}
