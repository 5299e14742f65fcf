import type { Clock } from '#shared';

/** Steps that take longer become smaller, because recording of reports waits while a step runs. */
const SLOW_MS = 25;
const QUICK_MS = 10;
const SMALLEST = 1 / 16;

/**
 * Adapts the step size of a background job to the time that the last step took, including its wait
 * for the write lock. Steps become smaller on a slow or busy disk.
 */
export class StepSize {
  private share = 1;

  constructor(private readonly clock: Clock) {}

  /** Runs `step` with the share of the full step size that it may use, from 1/16 to 1. */
  async take<T>(step: (share: number) => Promise<T>): Promise<T> {
    const startMs = this.clock.nowMs();
    const result = await step(this.share);
    const tookMs = this.clock.nowMs() - startMs;
    if (tookMs > SLOW_MS) this.share = Math.max(SMALLEST, this.share / 2);
    else if (tookMs < QUICK_MS) this.share = Math.min(1, this.share * 2);
    return result;
  }
}
