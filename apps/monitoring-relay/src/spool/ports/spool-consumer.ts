import type { Job } from '#shared';

export type OnOver = (how: { readonly isHanging: boolean }) => void;

/** Takes reports out of the spool. A relay without a consumer only stores reports. */
export abstract class SpoolConsumer {
  abstract readonly jobs: readonly Job[];

  /**
   * Called once, when the database is ready. From then on, the consumer takes reports as they
   * arrive.
   */
  abstract start(): void;

  /**
   * Calls `listener` once, when the consumer cannot continue and the relay must restart. Calls it
   * at once when that has already happened. When `isHanging` is true, an orderly exit may never
   * end, because it would wait for the hanging thread.
   */
  abstract onOver(listener: OnOver): void;

  /**
   * Resolves when no work is under way. Unfinished reports stay in the spool. May be called without
   * `start`.
   */
  abstract stop(): Promise<void>;
}
