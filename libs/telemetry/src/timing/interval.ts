import type { Clock } from '#shared';

/** Of what is done at once, and then no more often than every so long. */
export class Rhythm {
  private begunAtMs = -Infinity;

  constructor(
    private readonly clock: Clock,
    private readonly everyMs: number,
  ) {}

  get isDue(): boolean {
    // However far it is from then: the clock may have been set back.
    return Math.abs(this.clock.nowMs() - this.begunAtMs) >= this.everyMs;
  }

  /** It is done now. */
  begin(): void {
    this.begunAtMs = this.clock.nowMs();
  }
}
