import { SpoolQueue } from './spool-queue.ts';

export abstract class SpoolProcessing extends SpoolQueue {
  /** Number of reports that are acknowledged and not settled. */
  abstract readonly queuedReports: number;

  /**
   * Call this when processing crashed. The attempts of the claimed reports then stay counted, even
   * when the spool is closed. `hasEnded` tells of a thread that ended without an error, for which a
   * report is as seldom the cause as for the end of the process.
   */
  abstract noteCrash(hasEnded?: boolean): void;
}
