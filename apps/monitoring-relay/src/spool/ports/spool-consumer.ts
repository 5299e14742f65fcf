import type { Job } from '#shared';

export type OnOver = (how: { readonly isHanging: boolean }) => void;

/** Takes reports out of the spool. A relay without a consumer only stores reports. */
export abstract class SpoolConsumer {
  abstract readonly jobs: readonly Job[];

  /** Called once, when the database is ready. The consumer then takes reports as they arrive. */
  abstract start(): void;

  /**
   * Calls `listener` once, when the consumer cannot continue and the relay must restart; at once
   * when that has already happened. An orderly exit may never end when `isHanging` is true, because
   * it waits for the hanging thread.
   */
  abstract onOver(listener: OnOver): void;

  /**
   * Resolves when no work is under way. Unfinished reports stay in the spool. May be called without
   * `start`.
   */
  abstract stop(): Promise<void>;
}
