import type { Clock } from '#shared';

const MINUTE_MS = 60_000;

/**
 * How many lines a part may write in a minute: whatever is sent to Errata, its log does not fill a disk. What is left out
 * is counted.
 */
export class LineBudget {
  private minute = Number.NaN;
  private counts = new Map<string, number>();
  private leftOut: [context: string, lines: number][] = [];

  constructor(
    private readonly clock: Clock,
    private readonly linesPerMinute: number,
  ) {}

  /** Whether one more line of that part may be written. */
  admits(context: string): boolean {
    this.beginMinute();
    const count = (this.counts.get(context) ?? 0) + 1;
    this.counts.set(context, count);
    return count <= this.linesPerMinute;
  }

  /** How many lines of which parts were left out in minutes that are over; each is told once. */
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
