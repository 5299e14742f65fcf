import type { Clock } from '#shared';
import { Logger, Rhythm } from '#telemetry/plain';

/** Two installations may be each other's upstream on purpose: then all that they take comes back. */
const TOLD_EVERY_MS = 3_600_000;

interface Told {
  readonly rhythm: Rhythm;
  /** Since it was told. */
  reports: number;
}

/** Tells, of each project now and then, what goes round. */
export class LoopLog {
  private readonly logger = new Logger(LoopLog.name);
  private readonly told = new Map<string, Told>();

  constructor(
    private readonly clock: Clock,
    /** What is done with them, in words. */
    private readonly consequence: string,
  ) {}

  note(project: string): void {
    const told = this.told.get(project) ?? this.begin();
    this.told.set(project, told);
    told.reports += 1;
    if (!told.rhythm.isDue) return;
    told.rhythm.begin();
    const reports = told.reports === 1 ? '1 report' : `${told.reports} reports`;
    this.logger.warn(
      `${reports} of project ${project} had been forwarded too often. ${this.consequence} Check whether an upstream forwards to this installation.`,
    );
    told.reports = 0;
  }

  private begin(): Told {
    return { rhythm: new Rhythm(this.clock, TOLD_EVERY_MS), reports: 0 };
  }
}
