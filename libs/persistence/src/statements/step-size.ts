import type { Clock } from '#shared';

/** Half the time that recording may wait. A longer step was too large. */
const SLOW_MS = 25;
const QUICK_MS = 10;
const SMALLEST = 1 / 16;

/**
 * Adapts the size of a chore's steps to the time of the last one, including its wait for a turn.
 * Steps shrink on a slow disk and beside much other work.
 */
export class StepSize {
  private share = 1;

  constructor(private readonly clock: Clock) {}

  /** Passes `step` the part of its bounds that it may use, at most 1. */
  async take<T>(step: (share: number) => Promise<T>): Promise<T> {
    const startMs = this.clock.nowMs();
    const result = await step(this.share);
    const tookMs = this.clock.nowMs() - startMs;
    if (tookMs > SLOW_MS) this.share = Math.max(SMALLEST, this.share / 2);
    else if (tookMs < QUICK_MS) this.share = Math.min(1, this.share * 2);
    return result;
  }
}
