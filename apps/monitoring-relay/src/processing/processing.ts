import type { OnOver } from '../spool/ports/spool-consumer.ts';
import type { SpoolProcessing } from '../spool/ports/spool-processing.ts';

/** Port for processing reports into issues, in this thread or in another. */
export abstract class Processing {
  /** Call this once. */
  abstract start(): void;

  /**
   * Calls the listener once, when processing cannot continue and the relay must restart. When that
   * has already happened, calls the listener at once. The listener learns whether the thread hangs,
   * because an orderly exit would wait for a hanging thread without end.
   */
  abstract onOver(listener: OnOver): void;

  /**
   * Processes another spool until it is empty. Only one call may run at a time. Resolves when the
   * spool is empty or processing was stopped; rejects when the spool cannot be read.
   */
  abstract finish(spool: SpoolProcessing): Promise<void>;

  /** Resolves when no work is in progress. Unprocessed reports stay in their spools. */
  abstract stop(): Promise<void>;
}
