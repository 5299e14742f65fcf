import { type Clock, SystemClock } from '#shared';
import { ownProjectSlug } from '../config/own-project.ts';

/** Limits the stream of reports about a fault that repeats, because each report costs work. */
const MAX_REPORTS_PER_MINUTE = 10;
const MINUTE_MS = 60_000;

export abstract class Monitoring {
  private sentAtMs: number[] = [];

  constructor(private readonly clock: Clock = new SystemClock()) {}

  /**
   * Reports an error in the background and never throws. Callers log the error themselves, because
   * only ten errors a minute are sent. Errors caused by a report of Errata's own project are
   * dropped, because each would cause the next. `requestId` links the report to the log lines of
   * the request.
   */
  report(error: unknown, projectSlug?: string, requestId?: string): void {
    if (projectSlug === ownProjectSlug || !this.takeTurn()) return;
    this.send(error, requestId);
  }

  protected abstract send(error: unknown, requestId?: string): void;

  /** Sends pending reports, but waits only for a short time. */
  abstract close(): Promise<void>;

  private takeTurn(): boolean {
    const nowMs = this.clock.nowMs();
    // Also forgets times in the future, because the clock may have been set back.
    this.sentAtMs = this.sentAtMs.filter((sentMs) => Math.abs(nowMs - sentMs) < MINUTE_MS);
    if (this.sentAtMs.length >= MAX_REPORTS_PER_MINUTE) return false;
    this.sentAtMs.push(nowMs);
    return true;
  }
}
