/** Requests wait this long for a relay that answers none of them. */
const PATIENCE_MS = 10_000;
/**
 * When many requests wait, further requests are accepted only if the relay has answered some
 * request within this time.
 */
const BUSY_MS = 1000;
const MAX_WAITING = 500;
const ASK_EVERY_MS = 1000;
/** A step of time counts at most this share of the patience, however late it is noticed. */
const BEATS = 20;

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
  /** Start of each wait by `awakeMs`, longest wait first. */
  private readonly waiting = new Map<() => void, number>();
  /** `awakeMs` of the last answer. */
  private answeredMs = -Infinity;
  /**
   * Time of waiting in which this process ran: a process that gets no CPU, or was paused, must not
   * blame the relay for that.
   */
  private awakeMs = 0;
  private beatMs = 0;
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
    this.answeredMs = this.beat();
    this.foundSilentMs = undefined;
  }

  isWorthAsking(): boolean {
    const nowMs = this.now();
    if (this.foundSilentMs === undefined || nowMs - this.foundSilentMs > this.patienceMs) {
      this.foundSilentMs = undefined;
      return this.waiting.size < MAX_WAITING || this.lengthMs() < BUSY_MS;
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
        this.waiting.set(giveUp, this.beat());
        this.timer ??= this.scheduleCheck();
      },
      pause: () => void this.waiting.delete(giveUp),
      end: () => {
        isOver = true;
        this.waiting.delete(giveUp);
      },
    };
  }

  private scheduleCheck(): NodeJS.Timeout {
    return setTimeout(() => this.checkSilence(), this.patienceMs / BEATS).unref();
  }

  private beat(): number {
    const nowMs = this.now();
    this.awakeMs += Math.min(nowMs - this.beatMs, this.patienceMs / BEATS);
    this.beatMs = nowMs;
    return this.awakeMs;
  }

  private checkSilence(): void {
    this.timer = undefined;
    if (this.waiting.size === 0) return;
    if (this.lengthMs() < this.patienceMs) {
      this.timer = this.scheduleCheck();
      return;
    }
    const givenUp = [...this.waiting.keys()];
    this.waiting.clear();
    this.foundSilentMs = this.now();
    for (const giveUp of givenUp) giveUp();
  }

  private lengthMs(): number {
    const awakeMs = this.beat();
    const [longestSinceMs = awakeMs] = this.waiting.values();
    return awakeMs - Math.max(longestSinceMs, this.answeredMs);
  }
}
