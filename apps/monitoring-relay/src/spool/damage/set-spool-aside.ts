import { basename, dirname } from 'node:path';
import { describeError } from '../../logging/describe-error.ts';
import { Logger } from '../../logging/logger.ts';
import { salvage } from './salvage.ts';
import { moveAside, moveBack } from './set-aside.ts';

const SEE = 'See docs/damaged-spools.md.';

/**
 * Moves the spool in `folder`, which is damaged, out of the way, and puts what can be read of it into its place. It says what it has
 * done. Throws what the file system throws when it cannot be moved.
 */
export function setSpoolAside(folder: string, reason: string): void {
  const moved = moveAside(folder);
  if (moved !== undefined) mendSetAside(folder, moved, reason);
}

/** The same of one that has been moved. */
export function mendSetAside(folder: string, moved: string, reason: string): void {
  const name = basename(folder);
  const logger = new Logger('Spool');
  const found = `Spool ${name} is damaged and set aside in ${moved}: ${reason}`;
  try {
    const salvaged = salvage(moved, name);
    if (!salvaged)
      return logger.error(`${found} Reports that were acknowledged may be in it. ${SEE}`);
    moveBack(salvaged.folder, folder);
    logger.error(
      `${found} ${salvaged.reports} reports that wait in it can be read, and are taken from there. ${SEE}`,
    );
  } catch (error) {
    logger.error(
      `${found} What is in it cannot be copied beside it, in ${dirname(moved)}. ${SEE} ${describeError(error)}`,
    );
  }
}
