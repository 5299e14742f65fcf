import type { ForwardQueue } from './forward-queue.ts';

/** The spool as forwarding has it. */
export abstract class SpoolForwarding {
  /** What it is called, whichever process holds it. A copy has the same name. */
  abstract readonly name: string;

  /** The folder it is in, by its name below `DATA_DIR/spool`: that of a copy is another. */
  abstract readonly folder: string;

  /** What is owed to other services. It is settled apart from what is processed here. */
  abstract readonly forwards: ForwardQueue;

  /** Called after each commit that brought reports. */
  abstract onAppended(listener: () => void): void;
}
