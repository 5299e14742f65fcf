/** Requests wait this long for a relay that answers none of them. */
const PATIENCE_MS = 10_000;
/**
 * When many requests wait, further requests are accepted only if the relay has answered some
 * request within this time.
 */
const BUSY_MS = 1000;
const MAX_WAITING = 500;
const ASK_EVERY_MS = 1000;

export interface RelayWait {
  /** Call this when it is the relay's turn to read more of the body or to answer. */
  begin(): void;
  pause(): void;
  end(): void;
}

/**
 * Recognises a relay that accepts connections but answers no request. While a supervisor holds the
 * relay's socket, the operating system accepts connections even for a dead relay.
 *
 * All waiting attempts are given up together after `patienceMs` without any answer. From then on,
 * one request a second is sent until the relay answers again. A relay that answers any request
 * counts as reachable, however slow it is.
 */
export class RelaySilence {
  /** Start of each wait in milliseconds, longest wait first. */
  private readonly waiting = new Map<() => void, number>();
  private answeredMs = -Infinity;
  private timer: NodeJS.Timeout | undefined;
  /**
   * Time at which a request last found the relay silent; undefined while the relay counts as
   * reachable.
   */
  private foundSilentMs: number | undefined;
  private askedMs = -Infinity;

  constructor(
    private readonly patienceMs = PATIENCE_MS,
    private readonly now: () => number = () => performance.now(),
  ) {}

  break(): void {
    this.answeredMs = this.now();
    this.foundSilentMs = undefined;
  }

  isWorthAsking(): boolean {
    const nowMs = this.now();
    if (this.foundSilentMs === undefined || nowMs - this.foundSilentMs > this.patienceMs) {
      this.foundSilentMs = undefined;
      return this.waiting.size < MAX_WAITING || this.lengthMs(nowMs) < BUSY_MS;
    }
    this.foundSilentMs = nowMs;
    if (nowMs - this.askedMs < ASK_EVERY_MS) return false;
    this.askedMs = nowMs;
    return true;
  }

  /** Calls `giveUp` at most once, when the relay has been silent for too long. */
  createWait(giveUp: () => void): RelayWait {
    let isOver = false;
    return {
      begin: () => {
        if (isOver || this.waiting.has(giveUp)) return;
        this.waiting.set(giveUp, this.now());
        this.timer ??= this.scheduleCheck(this.patienceMs);
      },
      pause: () => void this.waiting.delete(giveUp),
      end: () => {
        isOver = true;
        this.waiting.delete(giveUp);
      },
    };
  }

  private scheduleCheck(ms: number): NodeJS.Timeout {
    return setTimeout(() => this.checkSilence(), ms).unref();
  }

  private checkSilence(): void {
    this.timer = undefined;
    if (this.waiting.size === 0) return;
    const nowMs = this.now();
    const leftMs = this.patienceMs - this.lengthMs(nowMs);
    if (leftMs > 0) {
      this.timer = this.scheduleCheck(Math.ceil(leftMs));
      return;
    }
    const givenUp = [...this.waiting.keys()];
    this.waiting.clear();
    this.foundSilentMs = nowMs;
    for (const giveUp of givenUp) giveUp();
  }

  private lengthMs(nowMs: number): number {
    const [longestSinceMs = nowMs] = this.waiting.values();
    return nowMs - Math.max(longestSinceMs, this.answeredMs);
  }
}
