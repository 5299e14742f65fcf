import type { ForwardQueue } from './forward-queue.ts';

export abstract class SpoolForwarding {
  /** The spool's permanent name. A copy has the same name. */
  abstract readonly name: string;

  /** Name of its folder below `DATA_DIR/spool`. A copy has another folder. */
  abstract readonly folder: string;

  abstract readonly forwards: ForwardQueue;

  /** Calls `listener` after each commit that added reports. */
  abstract onAppended(listener: () => void): void;
}
