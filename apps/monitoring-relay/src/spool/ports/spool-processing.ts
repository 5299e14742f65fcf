import { SpoolQueue } from './spool-queue.ts';

/** The spool as processing has it in the process that holds the file, where it hands reports to threads. */
export abstract class SpoolProcessing extends SpoolQueue {
  /** Reports acknowledged and neither settled nor failed. */
  abstract readonly queuedReports: number;

  /** Whether the report that would be claimed next was claimed before processing ended. */
  abstract get isNextTried(): boolean;

  /**
   * Ends every claim, for whoever made them is gone: what is still queued is claimed again, oldest first. One that is
   * under way brings nothing.
   */
  abstract releaseClaims(): void;
}
