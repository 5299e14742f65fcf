import type { ForwardQueue } from './forward-queue.ts';

export interface QueueState {
  /** Reports acknowledged and not settled. */
  readonly depth: number;
  /** Age of the oldest of them, 0 when there is none. */
  readonly oldestMs: number;
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
   * Gives at most `maxBytes` of pages that hold nothing back to the file system. Resolves with the bytes given.
   */
  abstract giveBackSpace(maxBytes: number): Promise<number>;

  /**
   * Ends the spool in order: clears the attempts of claimed reports, commits waiting writes, releases the lock. Later
   * writes are rejected with `spool.unavailable`.
   */
  abstract close(): Promise<void>;
}
