import type { Clock } from '#shared';
import { Logger, Interval } from '#telemetry/plain';

/**
 * Warnings about a project are at least this far apart. Two installations may be each other's
 * upstream on purpose, and every report returns in such a setup.
 */
const TOLD_EVERY_MS = 3_600_000;

interface Told {
  readonly rhythm: Interval;
  reports: number;
}

export class LoopLog {
  private readonly logger = new Logger(LoopLog.name);
  private readonly told = new Map<string, Told>();

  constructor(
    private readonly clock: Clock,
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
    return { rhythm: new Interval(this.clock, TOLD_EVERY_MS), reports: 0 };
  }
}
