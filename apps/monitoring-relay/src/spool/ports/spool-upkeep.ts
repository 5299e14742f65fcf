import type { ForwardQueue } from './forward-queue.ts';

export interface QueueState {
  readonly depth: number;
  readonly oldestMs: number;
}

export abstract class SpoolUpkeep {
  abstract readonly folder: string;

  /** The `depth` that `getQueueState` returns, without reading the disk. */
  abstract readonly queuedReports: number;

  /** Bytes of queued bodies, and of bodies that are still being written to files. */
  abstract readonly queuedBytes: number;

  /**
   * `queuedBytes` plus unused bytes: padding and, in segments of earlier openings, bodies that no
   * row names.
   */
  abstract readonly heldBytes: number;

  abstract readonly isFailing: boolean;

  abstract readonly forwards: Pick<ForwardQueue, 'amount' | 'findOldestMs'>;

  abstract getQueueState(nowMs: number): Promise<QueueState>;

  /**
   * Writes a body of the size of a report and removes it again. Rejects when reports cannot be
   * stored now.
   */
  abstract probe(): Promise<void>;

  /**
   * Turns the tallies (outcome counts) into a report in the queue. The database recognizes this
   * report by its identity and counts it only once. Does nothing while an earlier report with
   * tallies waits, so that these reports do not pile up. Reports with tallies do not count in the
   * queue's state.
   */
  abstract queueTallies(): Promise<void>;

  /**
   * Returns at most `maxBytes` of unused pages to the file system, and resolves with their bytes.
   */
  abstract giveBackSpace(maxBytes: number): Promise<number>;

  /**
   * Resets the attempts of claimed reports, commits waiting writes, and releases the lock, in this
   * order. Later writes reject with `spool.unavailable`.
   */
  abstract close(): Promise<void>;
}
