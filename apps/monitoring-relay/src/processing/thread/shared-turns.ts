import { WriteTurns } from '#persistence';

const FREE = 0;
const TAKEN = 1;

/**
 * Turns of the threads over one `createTurnMemory`. Who waits for one blocks nothing. A thread that ended while it had
 * the turn keeps it for ever: those that are left are to be ended, too.
 */
export class SharedTurns extends WriteTurns {
  private readonly state: Int32Array;

  constructor(memory: SharedArrayBuffer) {
    super();
    this.state = new Int32Array(memory);
  }

  override async take<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.begin();
    try {
      return await work();
    } finally {
      this.end();
    }
  }

  private async begin(): Promise<void> {
    while (Atomics.compareExchange(this.state, 0, FREE, TAKEN) !== FREE) {
      const waiting = Atomics.waitAsync(this.state, 0, TAKEN);
      if (waiting.async) await waiting.value;
    }
  }

  private end(): void {
    Atomics.store(this.state, 0, FREE);
    Atomics.notify(this.state, 0, 1);
  }
}

/** Of which nobody has the turn. */
export function createTurnMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
}
