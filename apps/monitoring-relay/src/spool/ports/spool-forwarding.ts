import type { ForwardQueue } from './forward-queue.ts';

export abstract class SpoolForwarding {
  /** The spool's permanent name. A copy of the spool has the same name. */
  abstract readonly name: string;

  /** Name of the spool's folder below `DATA_DIR/spool`. A copy of the spool has another folder. */
  abstract readonly folder: string;

  abstract readonly forwards: ForwardQueue;

  abstract onAppended(listener: () => void): void;
}
