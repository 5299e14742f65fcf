const FIRST_MS = 100;

/**
 * Pauses between attempts. They double from 100 ms up to `longestMs`. A random share of up to a
 * half is subtracted, so that relays do not retry at the same moment.
 */
export class Backoff {
  static readonly longestMs = 5000;

  private attempts = 0;

  constructor(
    private readonly random: () => number = Math.random,
    private readonly longestMs = Backoff.longestMs,
  ) {}

  nextMs(): number {
    const fullMs = Math.min(this.longestMs, FIRST_MS * 2 ** this.attempts);
    this.attempts += 1;
    return fullMs * (1 - this.random() / 2);
  }

  reset(): void {
    this.attempts = 0;
  }
}
