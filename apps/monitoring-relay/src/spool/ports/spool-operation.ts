import type { ForwardQueue } from '../forward/forward-queue.ts';
import type { QueueState } from './spool-upkeep.ts';

/** A report that could not be processed, without its body. */
export interface FailedReport {
  readonly id: number;
  /** 0 of tallies, which are nobody's, and where nothing of it can be read. */
  readonly projectId: number;
  readonly eventId?: string;
  readonly receivedAtMs: number;
  readonly reason: string;
  /** Of its body. */
  readonly bytes: number;
  /** `damaged`: its row is, and stays where it is; `tally`: counts on their way to the database. */
  readonly kind: 'report' | 'tally' | 'damaged';
  /** Its body is there, and what of it is to be processed is known: of what an earlier version kept it is not. */
  readonly isRetryable: boolean;
}

/** The spool as the operator has it. */
export abstract class SpoolOperation {
  /** The folder it is in, by its name below `DATA_DIR/spool`: that of a copy is another. */
  abstract readonly folder: string;

  /** Of the bodies of queued reports, and of those that are being spilled. */
  abstract readonly queuedBytes: number;

  abstract readonly forwards: Pick<ForwardQueue, 'amount'>;

  abstract getQueueState(nowMs: number): Promise<QueueState>;

  /** All that are kept, in no order: there are at most 1,000. */
  abstract listFailed(): Promise<FailedReport[]>;

  /** The body of one, in pieces; undefined when it is not kept, or its row is damaged. */
  abstract readFailed(id: number): AsyncIterable<Buffer> | undefined;

  /**
   * Puts failed reports back into the queue, as new ones of this opening with what of each had failed, and takes
   * back what that was counted as: it has not ended any more. Resolves with how many; those that are not kept, or not
   * retryable, are left out. Killed on the way, some are back in the queue and the others still kept.
   */
  abstract retryFailed(ids: readonly number[]): Promise<number>;

  /** Drops failed reports for good, all but damaged ones: what they were counted as stays. Resolves with how many. */
  abstract discardFailed(ids: readonly number[]): Promise<number>;
}
