import { setTimeout as pause } from 'node:timers/promises';

/**
 * Requests wait this long for a relay that refuses connections. A relay whose container is replaced
 * is back sooner.
 */
const PATIENCE_MS = 10_000;
const TRY_EVERY_MS = 100;
/**
 * Requests that may wait at the same time. This also bounds the bytes of their bodies that wait in
 * the system's buffers.
 */
const MAX_WAITING = 500;

/**
 * Lets requests wait for a relay that is away for a moment. All requests share one limit: once
 * connections have failed for `patienceMs`, further requests are refused at once. The limit starts
 * again when the relay answers, and after `patienceMs` without a failure.
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
   * try again. Resolves with false after too long, while too many requests wait, and when `signal`
   * aborts.
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
