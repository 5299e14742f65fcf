import type { ForwardQueue } from './forward-queue.ts';

export abstract class SpoolForwarding {
  /** The spool's permanent name. A copy of the spool has the same name. */
  abstract readonly name: string;

  /** Name of the spool's folder below `DATA_DIR/spool`. A copy of the spool has another folder. */
  abstract readonly folder: string;

  /** Settled apart from the reports that are processed here. */
  abstract readonly forwards: ForwardQueue;

  /** `listener` is called after each commit that brought reports. */
  abstract onAppended(listener: () => void): void;
}
