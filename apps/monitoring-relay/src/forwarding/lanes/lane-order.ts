import type { OwedReport } from '../../spool/ports/forward-queue.ts';

/** Failures after which the report behind one is tried instead, to learn whose fault it is. */
const PATIENCE = 3;
/** So many reports, oldest first, take turns while attempts fail. */
const WINDOW = 10;
const FIRST_PASS_MS = 60_000;
const LONGEST_PASS_MS = 3_600_000;
/** Beyond it nothing more is passed over: then it is the service that fails. */
const MOST_PASSED = 1000;

interface Trouble {
  failures: number;
  /** How often others got through while this one did not. */
  passes: number;
  notBeforeMs: number;
}

/**
 * Which report of a project is next: the oldest. One that fails again and again while a later one gets through is
 * passed over, and tried again ever less often; while all fail, nothing is.
 */
export class LaneOrder {
  private readonly troubles = new Map<number, Trouble>();

  /** How many reports, oldest first, have to be known for a choice. */
  get windowSize(): number {
    return this.troubles.size === 0 ? 1 : WINDOW;
  }

  /** Until when it is passed over; undefined when it is not. */
  findUntilMs({ id }: OwedReport, nowMs: number): number | undefined {
    const notBeforeMs = this.troubles.get(id)?.notBeforeMs ?? 0;
    return notBeforeMs > nowMs ? notBeforeMs : undefined;
  }

  /** Of reports that are not passed over, oldest first; undefined when there is none. */
  choose(reports: readonly OwedReport[]): OwedReport | undefined {
    const turnOf = ({ id }: OwedReport): number =>
      Math.floor((this.troubles.get(id)?.failures ?? 0) / PATIENCE);
    const turns = reports.slice(0, WINDOW).map(turnOf);
    return reports[turns.indexOf(Math.min(...turns))];
  }

  /** An attempt failed, which may be because of the report. */
  noteFailure({ id }: OwedReport): void {
    this.getTrouble(id).failures += 1;
  }

  /** It is done with, one way or the other. */
  forget(id: number): void {
    this.troubles.delete(id);
  }

  /** The service takes reports: those before it that failed have themselves to blame. */
  noteTaken(taken: OwedReport, nowMs: number): void {
    this.forget(taken.id);
    for (const [id, trouble] of this.troubles) {
      if (id < taken.id && trouble.failures >= PATIENCE) this.passOver(trouble, nowMs);
    }
  }

  private getTrouble(id: number): Trouble {
    const trouble = this.troubles.get(id) ?? { failures: 0, passes: 0, notBeforeMs: 0 };
    this.troubles.set(id, trouble);
    return trouble;
  }

  /** The first time it has one more attempt at once: the service may have been away until now. */
  private passOver(trouble: Trouble, nowMs: number): void {
    if (this.troubles.size > MOST_PASSED) return;
    const passMs = Math.min(FIRST_PASS_MS * 2 ** (trouble.passes - 1), LONGEST_PASS_MS);
    trouble.notBeforeMs = trouble.passes === 0 ? 0 : nowMs + passMs;
    trouble.passes += 1;
    trouble.failures = PATIENCE - 1;
  }
}
