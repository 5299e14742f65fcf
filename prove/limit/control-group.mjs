import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../scripts/support/failure.mjs';

const ROOT = '/sys/fs/cgroup';
const PERIOD_US = 100_000;

/** The files of either version of Linux's control groups, and what is written into them. */
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

/** A control group of Linux with a limit of memory and cores, as an engine makes for a container. Only root can make one. */
export class ControlGroup {
  #files;
  #name;

  /**
   * Throws a `Failure` where this system lets nobody make one.
   *
   * @param {string} name
   * @param {{ bytes: number, cores: number }} limit
   */
  constructor(name, limit) {
    this.#files = existsSync(join(ROOT, 'cgroup.controllers')) ? VERSIONS.v2 : VERSIONS.v1;
    this.#name = name;
    try {
      for (const folder of this.#files.folders) mkdirSync(join(ROOT, folder, name));
      for (const [folder, file, value] of this.#files.limits(limit)) {
        writeFileSync(this.#path(folder, file), String(value));
      }
    } catch (error) {
      this.remove();
      throw new Failure(`No control group can be made here: ${error.message}`);
    }
  }

  /** The files that a process writes its id into to be under the limit. */
  get entries() {
    return this.#files.folders.map((folder) => this.#path(folder, 'cgroup.procs'));
  }

  get pids() {
    const lines = readFileSync(this.entries[0], 'utf8').trim().split('\n').filter(Boolean);
    return [...new Set(lines.map(Number))].toSorted((one, other) => one - other);
  }

  /** The most memory that was held at once, in bytes; pages of files count until the system wants them back. */
  get peakBytes() {
    return Number(readFileSync(this.#path(...this.#files.peak), 'utf8'));
  }

  /** How many processes the system has killed for memory. */
  get kills() {
    return Number(
      /^oom_kill (\d+)$/m.exec(readFileSync(this.#path(...this.#files.kills), 'utf8'))?.[1] ?? 0,
    );
  }

  /** Only once none of its processes runs any more. */
  remove() {
    for (const folder of this.#files.folders) {
      const path = join(ROOT, folder, this.#name);
      if (existsSync(path)) rmdirSync(path);
    }
  }

  #path(folder, file) {
    return join(ROOT, folder, this.#name, file);
  }
}
