import { statfs } from 'node:fs/promises';
import { boundLimits } from '#shared';

/**
 * Returns half of the free bytes on the disk of the data folder; undefined where the system does
 * not report them. The result is a guess when PostgreSQL runs on another machine, because the relay
 * cannot see that server's disk.
 */
export async function measureBudget(dataDir: string): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await statfs(dataDir);
    return Math.floor(bavail * bsize * boundLimits.budgetShareOfDisk);
  } catch {
    return undefined;
  }
}
