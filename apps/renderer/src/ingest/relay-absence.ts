import { setTimeout as pause } from 'node:timers/promises';

/** A relay whose container is replaced is back within this. */
const PATIENCE_MS = 10_000;
const TRY_EVERY_MS = 100;
/** Each is a connection, with what its sender has sent already waiting in the system's buffers. */
const MOST_WAITING = 500;

/**
 * A relay that is away for a moment is waited for: by all requests together until it has been away for
 * `patienceMs`, not by each for so long. Once it is known to be away, nobody waits; what nobody has met for so
 * long is not known any more.
 */
export class RelayAbsence {
  private sinceMs: number | undefined;
  private failedMs = -Infinity;
  private waiting = 0;

  constructor(
    private readonly patienceMs = PATIENCE_MS,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** The relay has answered. */
  end(): void {
    this.sinceMs = undefined;
  }

  /** After a connection failed: resolves with whether to try another, after a moment. */
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
