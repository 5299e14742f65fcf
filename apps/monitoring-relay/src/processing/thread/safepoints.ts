const WORK = 0;
const OUTSIDE = 0;
const WITHIN = 1;

const END = 1;
const NOT_ASKED = 0;
const ASKED = 1;

const FIELDS = 2;

/** Longer than an event of the largest size takes to compress on a busy machine. */
const LONGEST_MS = 1000;

/**
 * Keeps a thread from being ended in the midst of work that does not bear it, over one `createSafepointMemory`: the
 * thread is within such work, or at a safepoint, where whoever ends it can have it stay. What a thread is ended by comes
 * between any two of its steps, and some of Node.js' own fail for it as a process: a zlib stream that is not set up yet
 * aborts it ("close before init", CompressionStream::Close of node_zlib.cc). The limit of a thread's memory ends it
 * as well, and waits for nothing.
 */
export class Safepoints {
  private readonly state: Int32Array;

  constructor(memory: SharedArrayBuffer) {
    this.state = new Int32Array(memory);
  }

  /** For the thread: gives what the work gives. Does not begin it, and blocks for ever, once the thread is to be ended. */
  leaveFor<Result>(work: () => Result): Result {
    // Said before the look, as `hold` asks before its own: one of both sees the other.
    Atomics.store(this.state, WORK, WITHIN);
    if (Atomics.load(this.state, END) === ASKED) this.stay();
    try {
      return work();
    } finally {
      this.comeBack();
    }
  }

  /**
   * For whoever ends the thread, before that: resolves once it is at a safepoint, and stays there; or after a second,
   * since nothing that has to be waited for takes as long.
   */
  async hold(): Promise<void> {
    Atomics.store(this.state, END, ASKED);
    const waiting = Atomics.waitAsync(this.state, WORK, WITHIN, LONGEST_MS);
    if (waiting.async) await waiting.value;
  }

  private stay(): never {
    this.comeBack();
    // Nobody takes it back: the thread ends here.
    for (;;) Atomics.wait(this.state, END, ASKED);
  }

  private comeBack(): void {
    Atomics.store(this.state, WORK, OUTSIDE);
    Atomics.notify(this.state, WORK);
  }
}

/** Of a thread that is at a safepoint. */
export function createSafepointMemory(): SharedArrayBuffer {
  const memory = new SharedArrayBuffer(FIELDS * Int32Array.BYTES_PER_ELEMENT);
  const state = new Int32Array(memory);
  state[WORK] = OUTSIDE;
  state[END] = NOT_ASKED;
  return memory;
}
