import { SpoolQueue } from './spool-queue.ts';

/** The spool as processing has it in the process that holds the file, where it hands reports to threads. */
export abstract class SpoolProcessing extends SpoolQueue {
  /** Reports acknowledged and not settled. */
  abstract readonly queuedReports: number;

  /** Whether the report that would be claimed next was claimed before processing ended. */
  abstract get isNextTried(): boolean;

  /**
   * Ends every claim, because the threads that made them are gone. Reports still in the queue are claimed again, oldest
   * first. A claim under way resolves with no report.
   */
  abstract releaseClaims(): void;
}
