import type { ForwardQueue } from './forward-queue.ts';
import type { QueueState } from './spool-upkeep.ts';

/** The spool as the operator has it. */
export abstract class SpoolOperation {
  /** The folder it is in, by its name below `DATA_DIR/spool`: that of a copy is another. */
  abstract readonly folder: string;

  /** Of the bodies of queued reports, and of those that are being spilled. */
  abstract readonly queuedBytes: number;

  abstract readonly forwards: Pick<ForwardQueue, 'amount'>;

  abstract getQueueState(nowMs: number): Promise<QueueState>;
}
