import { setTimeout as pause } from 'node:timers/promises';

/**
 * Requests wait this long for a relay that refuses connections. Replacing the relay's container
 * takes less time.
 */
const PATIENCE_MS = 10_000;
const TRY_EVERY_MS = 100;
/**
 * Requests that may wait at the same time. The operating system buffers their bodies, so this limit
 * also bounds memory.
 */
const MAX_WAITING = 500;

/**
 * Lets requests wait for a relay that is away for a moment. All requests share one time limit: once
 * connections have failed for `patienceMs`, further requests are refused at once. The limit starts
 * anew when the relay answers, and after `patienceMs` without a failure.
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
   * Call this after a failed connection. Resolves with true, after a pause, when the request should
   * try again. Resolves with false when connections have failed for too long, when too many
   * requests wait, and when `signal` aborts.
   */
  async isWorthAnotherTry(signal: AbortSignal): Promise<boolean> {
    const nowMs = this.now();
    if (nowMs - this.failedMs > this.patienceMs) this.sinceMs = undefined;
    this.failedMs = nowMs;
    this.sinceMs ??= nowMs;
    const isLong = nowMs - this.sinceMs >= this.patienceMs;
    if (isLong || this.waiting >= MAX_WAITING) return false;
    this.waiting += 1;
    await pause(TRY_EVERY_MS, undefined, { signal }).catch(() => undefined);
    this.waiting -= 1;
    return !signal.aborted;
  }
}
