import type { Clock } from '#shared';

/**
 * A step that takes longer was too large. Recording of reports waits for a step, and may wait twice
 * this time.
 */
const SLOW_MS = 25;
const QUICK_MS = 10;
const SMALLEST = 1 / 16;

/**
 * Adapts the size of the steps of a background job to the time of the last step, including its wait
 * until it may write. Steps shrink on a slow disk and beside much other work.
 */
export class StepSize {
  private share = 1;

  constructor(private readonly clock: Clock) {}

  /** Runs `step` with the share of its full size that it may use, at most 1. */
  async take<T>(step: (share: number) => Promise<T>): Promise<T> {
    const startMs = this.clock.nowMs();
    const result = await step(this.share);
    const tookMs = this.clock.nowMs() - startMs;
    if (tookMs > SLOW_MS) this.share = Math.max(SMALLEST, this.share / 2);
    else if (tookMs < QUICK_MS) this.share = Math.min(1, this.share * 2);
    return result;
  }
}
