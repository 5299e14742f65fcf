import { isOver } from '#shared';
import type { ForwardReport } from '../../spool/ports/forward-queue.ts';

/**
 * After this many failures of a report, another report is tried, to learn whether the report or the
 * service is at fault.
 */
const PATIENCE = 3;
const WINDOW = 10;
const FIRST_PASS_MS = 60_000;
const LONGEST_PASS_MS = 3_600_000;
/**
 * When more reports than this have failed, the service must be at fault, and no further report is
 * skipped.
 */
const MOST_PASSED = 1000;

interface FailureRecord {
  failures: number;
  passes: number;
  notBeforeMs: number;
}

/**
 * Chooses a project's next report, normally the oldest. When a report keeps failing while the
 * service accepts later reports, the failing report is skipped and retried ever less often. While
 * all reports fail, none is skipped.
 */
export class LaneOrder {
  private readonly troubles = new Map<number, FailureRecord>();

  get windowSize(): number {
    return this.troubles.size === 0 ? 1 : WINDOW;
  }

  findUntilMs({ id }: ForwardReport, nowMs: number): number | undefined {
    const notBeforeMs = this.troubles.get(id)?.notBeforeMs ?? 0;
    return isOver(notBeforeMs, nowMs, LONGEST_PASS_MS) ? undefined : notBeforeMs;
  }

  choose(reports: readonly ForwardReport[]): ForwardReport | undefined {
    const turnOf = ({ id }: ForwardReport): number =>
      Math.floor((this.troubles.get(id)?.failures ?? 0) / PATIENCE);
    const turns = reports.slice(0, WINDOW).map(turnOf);
    return reports[turns.indexOf(Math.min(...turns))];
  }

  noteFailure({ id }: ForwardReport): void {
    this.getTrouble(id).failures += 1;
  }

  forget(id: number): void {
    this.troubles.delete(id);
  }

  /**
   * Call this when the service has accepted a report. An earlier report that failed `PATIENCE`
   * times must be at fault itself.
   */
  noteTaken(taken: ForwardReport, nowMs: number): void {
    this.forget(taken.id);
    for (const [id, trouble] of this.troubles) {
      if (id < taken.id && trouble.failures >= PATIENCE) this.passOver(trouble, nowMs);
    }
  }

  private getTrouble(id: number): FailureRecord {
    const trouble = this.troubles.get(id) ?? { failures: 0, passes: 0, notBeforeMs: 0 };
    this.troubles.set(id, trouble);
    return trouble;
  }

  /**
   * Delays the next attempt of a report. The first call allows another attempt at once, because the
   * service may have been unavailable until now.
   */
  private passOver(trouble: FailureRecord, nowMs: number): void {
    if (this.troubles.size > MOST_PASSED) return;
    const passMs = Math.min(FIRST_PASS_MS * 2 ** (trouble.passes - 1), LONGEST_PASS_MS);
    trouble.notBeforeMs = trouble.passes === 0 ? 0 : nowMs + passMs;
    trouble.passes += 1;
    trouble.failures = PATIENCE - 1;
  }
}
