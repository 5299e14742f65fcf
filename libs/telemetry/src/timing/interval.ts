import type { Clock } from '#shared';

/** Limits an action to once per interval. The first time, the action is due at once. */
export class Interval {
  private begunAtMs = -Infinity;

  constructor(
    private readonly clock: Clock,
    private readonly everyMs: number,
  ) {}

  get isDue(): boolean {
    // Uses the absolute difference, because the clock may have been set back.
    return Math.abs(this.clock.nowMs() - this.begunAtMs) >= this.everyMs;
  }

  begin(): void {
    this.begunAtMs = this.clock.nowMs();
  }
}
