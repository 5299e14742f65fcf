import type { ForwardQueue } from './forward-queue.ts';
import type { QueueState } from './spool-upkeep.ts';

export abstract class SpoolOperation {
  abstract readonly folder: string;

  abstract readonly queuedBytes: number;

  abstract readonly forwards: Pick<ForwardQueue, 'amount'>;

  abstract getQueueState(nowMs: number): Promise<QueueState>;
}
