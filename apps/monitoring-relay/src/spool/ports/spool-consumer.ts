import type { Job } from '#shared';

export type OnOver = (how: { readonly isHanging: boolean }) => void;

/** What takes reports out of the spool. A relay without one takes reports and keeps them. */
export abstract class SpoolConsumer {
  /** What it has to do again and again once it is started. */
  abstract readonly jobs: readonly Job[];

  /** Called once, when the database is ready: from now on reports are taken as they come. */
  abstract start(): void;

  /**
   * Called once, when it cannot go on and the relay is to be started again: at once where it was so before. Where a thread hangs,
   * an exit of the process may wait for it without end.
   */
  abstract onOver(listener: OnOver): void;

  /**
   * Resolves when nothing of it is under way any more. What it has not done stays in the spool. Also called when
   * it was never started.
   */
  abstract stop(): Promise<void>;
}
