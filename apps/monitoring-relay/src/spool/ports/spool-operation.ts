import type { ForwardQueue } from './forward-queue.ts';
import type { QueueState } from './spool-upkeep.ts';

export abstract class SpoolOperation {
  /** Name of the spool's folder below `DATA_DIR/spool`. */
  abstract readonly folder: string;

  /** Bytes of queued bodies, and of bodies that are still being written to files. */
  abstract readonly queuedBytes: number;

  abstract readonly forwards: Pick<ForwardQueue, 'amount'>;

  abstract getQueueState(nowMs: number): Promise<QueueState>;
}
