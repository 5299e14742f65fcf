const FIRST_MS = 100;

/** Doubles from 100 ms to 5 s, or what is set, less up to a half by chance so that relays do not retry in step. */
export class Backoff {
  /** Unless another is set. */
  static readonly longestMs = 5000;

  private attempts = 0;

  constructor(
    private readonly random: () => number = Math.random,
    private readonly longestMs = Backoff.longestMs,
  ) {}

  /** How long to wait before the next attempt. */
  nextMs(): number {
    const fullMs = Math.min(this.longestMs, FIRST_MS * 2 ** this.attempts);
    this.attempts += 1;
    return fullMs * (1 - this.random() / 2);
  }

  reset(): void {
    this.attempts = 0;
  }
}
