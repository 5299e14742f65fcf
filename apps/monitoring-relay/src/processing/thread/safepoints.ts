/** What the memory tells: whether the thread is within its work, and whether it is to be ended. */
const WORK = 0;
const END = 1;
const FIELDS = 2;
/** Of `WORK`; at first it is 0. */
const OUTSIDE = 0;
const WITHIN = 1;
/** Of `END`; at first it is 0. */
const ASKED = 1;

/** Encoding a megabyte, as much as an event may have, took 71 ms at most on a slow machine with zlib; Zstandard is faster. */
const LONGEST_MS = 1000;

/**
 * Keeps a thread from being ended in the midst of work that does not bear it, over one `createSafepointMemory`: it is
 * within such work, or at a safepoint, where whoever is to end it can have it stay. A thread is ended between any two of
 * its steps, and for some of native code that can be the end of the process: a stream of Node's zlib, Zstandard
 * included, that is made and not set up yet aborts it ("close before init", CompressionStream::Close of node_zlib.cc). What a thread ends itself by waits for nothing: `process.exit`
 * comes at a place of its own choice, and the limit of its memory anywhere.
 */
export class Safepoints {
  private readonly state: Int32Array;

  /** `longestMs`: how long `hold` waits for a safepoint. */
  constructor(
    memory: SharedArrayBuffer,
    private readonly longestMs = LONGEST_MS,
  ) {
    this.state = new Int32Array(memory);
  }

  /**
   * For the thread: gives what the work gives, which is over when it returns, and leaves for none itself. Once the thread is
   * to be ended it is not begun, and this blocks for ever.
   */
  leaveFor<Result>(work: () => Result): Result {
    // Said before the look, as who ends it asks before its own: one of both sees the other.
    Atomics.store(this.state, WORK, WITHIN);
    if (Atomics.load(this.state, END) === ASKED) this.stay();
    try {
      return work();
    } finally {
      this.comeBack();
    }
  }

  /**
   * For whoever ends the thread, before that. Resolves with true once it is at a safepoint, and stays there; with false
   * when it is not in time. Does not keep the process alive, and learns nothing from a thread that is gone.
   */
  async hold(): Promise<boolean> {
    Atomics.store(this.state, END, ASKED);
    const waiting = Atomics.waitAsync(this.state, WORK, WITHIN, this.longestMs);
    return !waiting.async || (await waiting.value) !== 'timed-out';
  }

  /** As `hold`, for a process that ends: blocks meanwhile. */
  holdNow(): boolean {
    Atomics.store(this.state, END, ASKED);
    return Atomics.wait(this.state, WORK, WITHIN, this.longestMs) !== 'timed-out';
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
  return new SharedArrayBuffer(FIELDS * Int32Array.BYTES_PER_ELEMENT);
}
