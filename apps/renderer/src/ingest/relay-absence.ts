import { setTimeout as pause } from 'node:timers/promises';

/** A relay whose container is replaced is back within this time. */
const PATIENCE_MS = 10_000;
const TRY_EVERY_MS = 100;
/** Bounds the connections that wait, and what the system's buffers hold of their bodies. */
const MOST_WAITING = 500;

/**
 * Lets requests wait for a relay that is away for a moment. All requests share one limit: nobody
 * waits any more from `patienceMs` after the first failure. The relay no longer counts as away
 * after `patienceMs` without a failure.
 */
export class RelayAbsence {
  private sinceMs: number | undefined;
  private failedMs = -Infinity;
  private waiting = 0;

  constructor(
    private readonly patienceMs = PATIENCE_MS,
    private readonly now: () => number = () => performance.now(),
  ) {}

  end(): void {
    this.sinceMs = undefined;
  }

  /**
   * Resolves with whether to try again after a failed connection. Pauses first when the answer is
   * true.
   */
  async isWorthAnotherTry(signal: AbortSignal): Promise<boolean> {
    const nowMs = this.now();
    if (nowMs - this.failedMs > this.patienceMs) this.sinceMs = undefined;
    this.failedMs = nowMs;
    this.sinceMs ??= nowMs;
    const isLong = nowMs - this.sinceMs >= this.patienceMs;
    if (isLong || this.waiting >= MOST_WAITING) return false;
    this.waiting += 1;
    await pause(TRY_EVERY_MS, undefined, { signal }).catch(() => undefined);
    this.waiting -= 1;
    return !signal.aborted;
  }
}
