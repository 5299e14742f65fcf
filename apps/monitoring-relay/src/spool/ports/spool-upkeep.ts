import type { ForwardQueue } from './forward-queue.ts';

export interface QueueState {
  readonly depth: number;
  readonly oldestMs: number;
}

export abstract class SpoolUpkeep {
  abstract readonly folder: string;

  /** Same number as `getQueueState` returns, without reading the disk. */
  abstract readonly queuedReports: number;

  /** Bytes of queued bodies, and of bodies that are still being written to files. */
  abstract readonly queuedBytes: number;

  /** `queuedBytes` plus other disk space that is held until those reports leave. */
  abstract readonly heldBytes: number;

  abstract readonly isFailing: boolean;

  abstract readonly forwards: Pick<ForwardQueue, 'amount' | 'findOldestMs'>;

  abstract getQueueState(nowMs: number): Promise<QueueState>;

  /**
   * Writes a body of a report's size and removes it again. Resolves when reports can be kept now.
   */
  abstract probe(): Promise<void>;

  /**
   * Puts the tallies into the queue as a report, whose identity makes the database count them once.
   * Does nothing while an earlier one waits, so that they do not pile up. Tallies do not count in
   * the queue's state.
   */
  abstract queueTallies(): Promise<void>;

  /**
   * Returns at most `maxBytes` of unused pages to the file system. Resolves with the bytes
   * returned.
   */
  abstract giveBackSpace(maxBytes: number): Promise<number>;

  /**
   * Closes the spool in order: resets the attempts of claimed reports, commits waiting writes,
   * releases the lock. Later writes reject with `spool.unavailable`.
   */
  abstract close(): Promise<void>;
}
