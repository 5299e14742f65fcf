import type { ForwardQueue } from './forward-queue.ts';

export interface QueueState {
  /** Reports that are acknowledged and not settled. */
  readonly depth: number;
  /** Age of the oldest of these reports; 0 when there is none. */
  readonly oldestMs: number;
}

export abstract class SpoolUpkeep {
  /** Name of the spool's folder below `DATA_DIR/spool`. A copy of the spool has another folder. */
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

  /** True when the latest write failed. */
  abstract readonly isFailing: boolean;

  /** Reports that wait to be forwarded. They are not part of the queue's state. */
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
