import { statfs } from 'node:fs/promises';
import { boundLimits } from '#shared';

/**
 * Half of what is free on the disk of the data folder. With PostgreSQL that is a guess: the disk of its server cannot be
 * seen from here. Undefined where a disk does not say how much is free.
 */
export async function measureBudget(dataDir: string): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await statfs(dataDir);
    return Math.floor(bavail * bsize * boundLimits.budgetShareOfDisk);
  } catch {
    return undefined;
  }
}
