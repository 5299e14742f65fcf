const FIRST_MS = 100;
const LONGEST_MS = 5000;

/** Doubles from 100 ms to 5 s, or what is set, less up to a half by chance so that relays do not retry in step. */
export class Backoff {
  private attempts = 0;

  constructor(
    private readonly random: () => number = Math.random,
    private readonly longestMs = LONGEST_MS,
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
