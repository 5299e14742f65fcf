import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../scripts/support/failure.mjs';

const ROOT = '/sys/fs/cgroup';
const PERIOD_US = 100_000;

/** Files of both versions of Linux's control groups, and the values to write into them. */
const VERSIONS = {
  v1: {
    folders: ['memory', 'cpu'],
    limits: ({ bytes, cores }) => [
      ['memory', 'memory.limit_in_bytes', bytes],
      ['cpu', 'cpu.cfs_period_us', PERIOD_US],
      ['cpu', 'cpu.cfs_quota_us', cores * PERIOD_US],
    ],
    peak: ['memory', 'memory.max_usage_in_bytes'],
    kills: ['memory', 'memory.oom_control'],
  },
  v2: {
    folders: ['.'],
    limits: ({ bytes, cores }) => [
      ['.', 'memory.max', bytes],
      ['.', 'cpu.max', `${cores * PERIOD_US} ${PERIOD_US}`],
    ],
    peak: ['.', 'memory.peak'],
    kills: ['.', 'memory.events'],
  },
};

/**
 * Makes a Linux control group with a limit of memory and cores, as an engine does for a container.
 * Throws without root. The group can be removed once none of its processes runs.
 */
export function makeControlGroup(name, limit) {
  const version = existsSync(join(ROOT, 'cgroup.controllers')) ? VERSIONS.v2 : VERSIONS.v1;
  const toPath = (folder, file = '.') => join(ROOT, folder, name, file);
  const read = (place) => readFileSync(toPath(...place), 'utf8');
  const remove = () => {
    for (const folder of version.folders) {
      if (existsSync(toPath(folder))) rmdirSync(toPath(folder));
    }
  };
  try {
    for (const folder of version.folders) mkdirSync(toPath(folder));
    for (const [folder, file, value] of version.limits(limit)) {
      writeFileSync(toPath(folder, file), String(value));
    }
  } catch (error) {
    remove();
    throw new Failure(`No control group can be made here: ${error.message}`);
  }
  return {
    /** A process is under the limit once it has written its id into these files. */
    entries: version.folders.map((folder) => toPath(folder, 'cgroup.procs')),
    readPids: () =>
      read([version.folders[0], 'cgroup.procs']).split('\n').filter(Boolean).map(Number),
    /**
     * Maximum memory held at one time. Cached pages of files count until the kernel reclaims them.
     */
    readPeakBytes: () => Number(read(version.peak)),
    countKills: () => Number(/^oom_kill (\d+)$/m.exec(read(version.kills))?.[1] ?? 0),
    remove,
  };
}
