import type { Clock } from '#shared';

/** Half of what recording may wait: a step that takes longer was too large. */
const SLOW_MS = 25;
const QUICK_MS = 10;
const SMALLEST = 1 / 16;

/**
 * How large the steps of one kind of chore are, by how long the last one took, waiting for its turn included. On a slow disk,
 * or beside much work, they become smaller than their bounds of rows and bytes allow.
 */
export class StepSize {
  private share = 1;

  constructor(private readonly clock: Clock) {}

  /** `step` gets the part of its bounds, at most 1, that it may use. */
  async take<T>(step: (share: number) => Promise<T>): Promise<T> {
    const startMs = this.clock.nowMs();
    const result = await step(this.share);
    const tookMs = this.clock.nowMs() - startMs;
    if (tookMs > SLOW_MS) this.share = Math.max(SMALLEST, this.share / 2);
    else if (tookMs < QUICK_MS) this.share = Math.min(1, this.share * 2);
    return result;
  }
}
