import type { Clock } from '#shared';

const MINUTE_MS = 60_000;

/**
 * Limits the log lines per minute of each logger context, so that incoming reports cannot fill the
 * disk. Suppressed lines are counted.
 */
export class LineBudget {
  private minute = Number.NaN;
  private counts = new Map<string, number>();
  private leftOut: [context: string, lines: number][] = [];

  constructor(
    private readonly clock: Clock,
    private readonly linesPerMinute: number,
  ) {}

  admits(context: string): boolean {
    this.beginMinute();
    const count = (this.counts.get(context) ?? 0) + 1;
    this.counts.set(context, count);
    return count <= this.linesPerMinute;
  }

  /**
   * Returns how many lines of each context were suppressed in past minutes, and resets these
   * counts.
   */
  takeLeftOut(): readonly (readonly [context: string, lines: number])[] {
    this.beginMinute();
    return this.leftOut.splice(0);
  }

  private beginMinute(): void {
    const minute = Math.floor(this.clock.nowMs() / MINUTE_MS);
    if (minute === this.minute) return;
    this.minute = minute;
    for (const [context, count] of this.counts) {
      if (count > this.linesPerMinute) this.leftOut.push([context, count - this.linesPerMinute]);
    }
    this.counts = new Map();
  }
}
