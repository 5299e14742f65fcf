import { SpoolQueue } from './spool-queue.ts';

/** The spool as processing has it in the process that holds the file, where it hands reports to threads. */
export abstract class SpoolProcessing extends SpoolQueue {
  /** Reports acknowledged and not settled. */
  abstract readonly queuedReports: number;

  /** Processing has ended over what is claimed: from now on its attempts stay counted, also when the spool is closed. */
  abstract noteCrash(): void;
}
