import { basename, dirname } from 'node:path';
import { describeError, Logger } from '#telemetry/plain';
import { setSpoolAside } from './set-aside.ts';
import type { SpoolEnd } from './spool-watch.ts';

/**
 * Sets a damaged spool aside while it is open. When the spool's files are gone, only logs an error.
 * Never throws.
 */
export function giveUpSpool(path: string, end: SpoolEnd): void {
  const folder = dirname(path);
  const logger = new Logger('Spool');
  if (end.kind === 'lost') {
    // The files that are now at this path may belong to another process, therefore they are not
    // moved.
    logger.error(
      `Files of spool ${basename(folder)} are gone from ${folder}. The relay refuses reports, processes what ` +
        'it still can of those that wait, and restarts. See docs/damaged-spools.md.',
    );
    return;
  }
  try {
    setSpoolAside(folder, end.fault.message);
  } catch (error) {
    logger.error(
      `Spool ${basename(folder)} is damaged and cannot be set aside. ${describeError(error)}`,
    );
  }
}
