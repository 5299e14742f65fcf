import type { Clock } from '#shared';
import { Logger, Interval } from '#telemetry/plain';

/**
 * Minimum time between two warnings about a project. Two installations may be each other's upstream
 * on purpose, and every report returns in that case.
 */
const LOG_EVERY_MS = 3_600_000;

interface ProjectLoops {
  readonly rhythm: Interval;
  reports: number;
}

export class LoopLog {
  private readonly logger = new Logger(LoopLog.name);
  private readonly loopsByProject = new Map<string, ProjectLoops>();

  constructor(
    private readonly clock: Clock,
    private readonly consequence: string,
  ) {}

  note(project: string): void {
    const loops = this.loopsByProject.get(project) ?? this.begin();
    this.loopsByProject.set(project, loops);
    loops.reports += 1;
    if (!loops.rhythm.isDue) return;
    loops.rhythm.begin();
    const reports = loops.reports === 1 ? '1 report' : `${loops.reports} reports`;
    this.logger.warn(
      `${reports} of project ${project} had been forwarded too often. ${this.consequence} Check whether an upstream forwards to this installation.`,
    );
    loops.reports = 0;
  }

  private begin(): ProjectLoops {
    return { rhythm: new Interval(this.clock, LOG_EVERY_MS), reports: 0 };
  }
}
