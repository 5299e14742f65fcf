/** Of the time between two checks; a few requests a second stay below it. */
const IDLE_BELOW = 0.1;

export interface ProcessMemory {
  /** The share of the time since it was last asked for which the process was busy, 0 to 1. */
  readUtilisation(): number;
  /** Collects all garbage and gives what it took back to the system; the process stands still for some of that time. */
  collect(): Promise<void>;
}

/**
 * Gives memory back once a process is idle, after its start and after work. V8 keeps what its heap has grown to, and
 * a process with nothing to do makes no garbage that would have it look again.
 */
export class IdleMemory {
  private hasWorked = true;

  constructor(private readonly process: ProcessMemory) {}

  /** To be called every second or so. Rejects with what `collect` does. */
  async check(): Promise<void> {
    if (this.process.readUtilisation() >= IDLE_BELOW) {
      this.hasWorked = true;
    } else if (this.hasWorked) {
      this.hasWorked = false;
      await this.process.collect();
      // What that took is no work.
      this.process.readUtilisation();
    }
  }
}
