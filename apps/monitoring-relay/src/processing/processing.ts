import type { OnOver } from '../spool/ports/spool-consumer.ts';
import type { SpoolProcessing } from '../spool/ports/spool-processing.ts';

/** Makes issues of reports, wherever that is done. */
export abstract class Processing {
  /** From now on the reports of this relay are taken as they come. Called once. */
  abstract start(): void;

  /**
   * Called once, when it cannot go on and the relay is to be started again: at once where it was so before. Where a thread hangs,
   * an exit of the process may wait for it without end.
   */
  abstract onOver(listener: OnOver): void;

  /**
   * Takes what is in another spool and nothing that comes later; one at a time. Resolves when that is done, or it is
   * stopped; rejects when the spool cannot be read.
   */
  abstract finish(spool: SpoolProcessing): Promise<void>;

  /** Resolves when nothing is under way any more; what is not done stays in the spools. */
  abstract stop(): Promise<void>;
}
