import { WriteTurns } from '#persistence';

const FREE = 0;
const TAKEN = 1;

/**
 * Lets only one thread write at a time, among the threads that share one `createTurnMemory`.
 * Waiting does not block the event loop. A thread that ends during its turn never gives the turn
 * back, so all other threads must be ended as well.
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

export function createTurnMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
}
