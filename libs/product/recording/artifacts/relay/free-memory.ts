import { readFile } from 'node:fs/promises';
import { totalmem } from 'node:os';

const GROUPS = '/sys/fs/cgroup';

/**
 * Resolves with the bytes of memory that this process may still take. Under a limit, the cache of
 * files counts as free, since the kernel gives it up when memory is short. Node counts it as taken.
 */
export async function findFreeMemory(): Promise<number> {
  const free = process.availableMemory();
  const limit = process.constrainedMemory();
  if (limit <= 0 || limit >= totalmem()) return free;
  return Math.min(limit, free + (await readCachedBytes()));
}

/** See "memory.stat" in https://docs.kernel.org/admin-guide/cgroup-v2.html. */
async function readCachedBytes(): Promise<number> {
  const own = await readFile('/proc/self/cgroup', 'utf8').catch(() => '');
  const path = /^(?:0:|\d+:memory):(.*)$/m.exec(own)?.[1] ?? '/';
  // A container sees its own group at the root, whatever its path is outside.
  for (const folder of [path, `/memory${path}`, '', '/memory']) {
    const stat = await readFile(`${GROUPS}${folder}/memory.stat`, 'utf8').catch(() => '');
    const cached = [...stat.matchAll(/^(?:in)?active_file (\d+)$/gm)];
    if (cached.length > 0) return cached.reduce((sum, [, bytes]) => sum + Number(bytes), 0);
  }
  return 0;
}
