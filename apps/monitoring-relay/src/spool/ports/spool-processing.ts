import { SpoolQueue } from './spool-queue.ts';

/** The spool as processing has it in the process that holds the file, where it hands reports to threads. */
export abstract class SpoolProcessing extends SpoolQueue {
  /** Reports acknowledged and not settled. */
  abstract readonly queuedReports: number;

  /** Whether the report that would be claimed next was claimed before processing ended. */
  abstract get isNextTried(): boolean;

  /** Processing has ended over what is claimed: from now on its attempts stay counted, also when the spool is closed. */
  abstract noteCrash(): void;
}
