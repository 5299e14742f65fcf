import { statfs } from 'node:fs/promises';
import { boundLimits } from '#shared';

/**
 * Returns half of the free bytes on the disk of the data folder; undefined where the system does
 * not report them. For PostgreSQL on another machine the result is a guess, because the relay
 * cannot see that machine's disk.
 */
export async function measureBudget(dataDir: string): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await statfs(dataDir);
    return Math.floor(bavail * bsize * boundLimits.budgetShareOfDisk);
  } catch {
    return undefined;
  }
}
