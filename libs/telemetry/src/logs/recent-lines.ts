import { type Clock, maskTokens, monitoringLimits, SystemClock } from '#shared';
import type { LineWriter, LogLine } from './log-entry.ts';

export interface TimedLine extends LogLine {
  readonly atMs: number;
}

/**
 * Keeps the newest lines of a process for its next error report. Tokens are masked, because the log
 * has the link that makes somebody the owner.
 */
export class RecentLines {
  private kept: TimedLine[] = [];
  private taker: LineWriter = () => undefined;
  private passingUntilMs = -Infinity;

  constructor(private readonly clock: Clock = new SystemClock()) {}

  note(given: LogLine): void {
    const line = { ...given, msg: maskTokens(given.msg) };
    const atMs = this.clock.nowMs();
    if (atMs < this.passingUntilMs) {
      this.taker(line);
      return;
    }
    this.kept.push({ ...line, atMs });
    if (this.kept.length > monitoringLimits.breadcrumbs) this.kept.shift();
  }

  /** Returns the kept lines, oldest first. Lines of the next `forMs` go to `taker`. */
  take(taker: LineWriter, forMs: number): readonly TimedLine[] {
    const { kept } = this;
    this.kept = [];
    this.taker = taker;
    this.passingUntilMs = this.clock.nowMs() + forMs;
    return kept;
  }
}
