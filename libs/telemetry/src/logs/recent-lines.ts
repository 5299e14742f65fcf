import { type Clock, monitoringLimits, SystemClock } from '#shared';
import type { LineWriter, LogLine } from './log-entry.ts';

export interface TimedLine extends LogLine {
  readonly atMs: number;
}

/** Keeps the newest lines of a process, until someone takes them over and gets all later ones. */
export class RecentLines {
  private kept: TimedLine[] = [];
  private taker: LineWriter | undefined;

  constructor(private readonly clock: Clock = new SystemClock()) {}

  note(line: LogLine): void {
    if (this.taker) {
      this.taker(line);
      return;
    }
    this.kept.push({ ...line, atMs: this.clock.nowMs() });
    if (this.kept.length > monitoringLimits.breadcrumbs) this.kept.shift();
  }

  /** Returns the kept lines in the order in which they were written. */
  takeOver(taker: LineWriter): readonly TimedLine[] {
    const { kept } = this;
    this.kept = [];
    this.taker = taker;
    return kept;
  }
}
