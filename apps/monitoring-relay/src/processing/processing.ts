import type { OnOver } from '../spool/ports/spool-consumer.ts';
import type { SpoolProcessing } from '../spool/ports/spool-processing.ts';

/** Port for processing reports into issues, in this thread or in another. */
export abstract class Processing {
  /** Starts to process this relay's reports as they arrive. Call it once. */
  abstract start(): void;

  /**
   * Calls the listener once when processing cannot continue and the relay must restart; at once
   * when that already happened. After a hang, an exit of the process may wait for the thread
   * without end.
   */
  abstract onOver(listener: OnOver): void;

  /**
   * Processes what is in another spool and nothing that arrives later. Only one call may run at a
   * time. Resolves when that is done or processing was stopped; rejects when the spool cannot be
   * read.
   */
  abstract finish(spool: SpoolProcessing): Promise<void>;

  /** Resolves when no work is in progress. Unprocessed reports stay in their spools. */
  abstract stop(): Promise<void>;
}
