/** As long as a relay that cannot be connected to is waited for. */
const PATIENCE_MS = 10_000;
/** Many requests wait at any moment for a relay that is busy, but it answers some of them within this. */
const BUSY_MS = 1000;
const MOST_WAITING = 500;
const ASK_EVERY_MS = 1000;

/** What one attempt awaits of the relay. */
export interface Awaited {
  /** From now on it is the relay's turn: to take more, or to answer. */
  begin(): void;
  /** It is the sender's turn again. */
  pause(): void;
  /** It ended, in whatever way: nothing begins any more. */
  end(): void;
}

/**
 * A relay that takes connections need not be there: while a supervisor holds its socket the system takes them. Only
 * its answers show it. Has it given none for `patienceMs` to all that wait for one, they are given up together, and
 * until it answers again one request a second is sent to see whether it does. One that
 * answers others is there, however slow it is.
 */
export class RelaySilence {
  /** Since when, the longest first. */
  private readonly waiting = new Map<() => void, number>();
  private answeredMs = -Infinity;
  private timer: NodeJS.Timeout | undefined;
  /** When somebody last met it; undefined where the relay is there, as far as is known. */
  private metMs: number | undefined;
  private askedMs = -Infinity;

  constructor(
    private readonly patienceMs = PATIENCE_MS,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** The relay has answered. */
  break(): void {
    this.answeredMs = this.now();
    this.metMs = undefined;
  }

  isWorthAsking(): boolean {
    const nowMs = this.now();
    if (this.metMs === undefined || nowMs - this.metMs > this.patienceMs) {
      this.metMs = undefined;
      return this.waiting.size < MOST_WAITING || this.lengthMs(nowMs) < BUSY_MS;
    }
    this.metMs = nowMs;
    if (nowMs - this.askedMs < ASK_EVERY_MS) return false;
    this.askedMs = nowMs;
    return true;
  }

  /** `giveUp` is called at most once, when the silence has been too long. */
  await(giveUp: () => void): Awaited {
    let isOver = false;
    return {
      begin: () => {
        if (isOver || this.waiting.has(giveUp)) return;
        this.waiting.set(giveUp, this.now());
        this.timer ??= this.lookAfter(this.patienceMs);
      },
      pause: () => void this.waiting.delete(giveUp),
      end: () => {
        isOver = true;
        this.waiting.delete(giveUp);
      },
    };
  }

  private lookAfter(ms: number): NodeJS.Timeout {
    return setTimeout(() => this.look(), ms).unref();
  }

  private look(): void {
    this.timer = undefined;
    if (this.waiting.size === 0) return;
    const nowMs = this.now();
    const leftMs = this.patienceMs - this.lengthMs(nowMs);
    if (leftMs > 0) {
      this.timer = this.lookAfter(Math.ceil(leftMs));
      return;
    }
    const givenUp = [...this.waiting.keys()];
    this.waiting.clear();
    this.metMs = nowMs;
    for (const giveUp of givenUp) giveUp();
  }

  private lengthMs(nowMs: number): number {
    const [longestSinceMs = nowMs] = this.waiting.values();
    return nowMs - Math.max(longestSinceMs, this.answeredMs);
  }
}
