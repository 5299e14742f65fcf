import type { ForwardQueue } from '../forward/forward-queue.ts';

export interface QueueState {
  /** Reports acknowledged and neither settled nor failed. */
  readonly depth: number;
  /** Age of the oldest of them, 0 when there is none. */
  readonly oldestMs: number;
  /** Reports that could not be processed and are kept aside until the database has them. */
  readonly failed: number;
}

/** The spool as jobs, health and metrics have it: how it does, and what keeps it well. */
export abstract class SpoolUpkeep {
  /** The folder it is in, by its name below `DATA_DIR/spool`: that of a copy is another. */
  abstract readonly folder: string;

  /** As `getQueueState` has it, without asking the disk. */
  abstract readonly queuedReports: number;

  /** Of the bodies of those reports, and of those that are being spilled. */
  abstract readonly queuedBytes: number;

  /** And what else of the disk is theirs until they go: at least as much. */
  abstract readonly heldBytes: number;

  /** Whether the latest write failed. */
  abstract readonly isFailing: boolean;

  abstract readonly forwards: Pick<ForwardQueue, 'amount' | 'findOldestMs'>;

  abstract getQueueState(nowMs: number): Promise<QueueState>;

  /** Keeps something of a report's size for a moment: resolves when reports could be kept now. */
  abstract probe(): Promise<void>;

  /**
   * Puts what was tallied into the queue, as a report, by whose identity it counts once like every other one.
   * Does nothing while an earlier one waits there, so that they do not pile up. They are no part of the
   * queue's state.
   */
  abstract queueTallies(): Promise<void>;

  /**
   * Gives some of what lies idle back to the file system: `maxBytes` at most of the pages, and a whole segment where one
   * has not been needed since the last time. Resolves with the bytes given.
   */
  abstract giveBackSpace(maxBytes: number): Promise<number>;

  /**
   * An orderly end: clears the attempts of what is claimed, commits what waits, and lets go of the lock. Writes that come
   * later are rejected with `spool.unavailable`.
   */
  abstract close(): Promise<void>;
}
