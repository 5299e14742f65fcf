import { type Clock, SystemClock } from '#shared';
import { ownProjectSlug } from './own-project.ts';

/** A fault that repeats by itself must not become a stream of reports, each of which is work. */
const MAX_REPORTS_PER_MINUTE = 10;
const MINUTE_MS = 60_000;

/** Where the relay's own errors go, apart from its log. */
export abstract class Monitoring {
  private sentAtMs: number[] = [];

  constructor(private readonly clock: Clock = new SystemClock()) {}

  /**
   * Reports in the background and never fails, at most ten errors a minute: whoever reports logs too.
   * An error that a report of Errata's own project caused is not reported: it would cause the next one. `requestId`:
   * of the request that failed, by which the lines of the log are found.
   */
  report(error: unknown, projectSlug?: string, requestId?: string): void {
    if (projectSlug === ownProjectSlug || !this.takeTurn()) return;
    this.send(error, requestId);
  }

  protected abstract send(error: unknown, requestId?: string): void;

  /** Sends what waits, for a short while at most. */
  abstract close(): Promise<void>;

  private takeTurn(): boolean {
    const nowMs = this.clock.nowMs();
    // Also forgets what is in the future: the clock may have been set back.
    this.sentAtMs = this.sentAtMs.filter((sentMs) => Math.abs(nowMs - sentMs) < MINUTE_MS);
    if (this.sentAtMs.length >= MAX_REPORTS_PER_MINUTE) return false;
    this.sentAtMs.push(nowMs);
    return true;
  }
}
