import { statfs } from 'node:fs/promises';
import { boundLimits } from '#shared';

/**
 * Returns half of the free bytes on the disk of the data folder. With PostgreSQL on another machine this is a guess: the relay
 * cannot see that server's disk. Undefined where the system does not tell the free bytes.
 */
export async function measureBudget(dataDir: string): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await statfs(dataDir);
    return Math.floor(bavail * bsize * boundLimits.budgetShareOfDisk);
  } catch {
    return undefined;
  }
}
