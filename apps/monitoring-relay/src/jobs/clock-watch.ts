import { type Clock, formatDuration, operationLimits } from '#shared';
import { Logger } from '#telemetry/plain';

/** Compares the clock with one that nobody can set, and logs when it was set back. */
export class ClockWatch {
  private readonly logger = new Logger('Clock');
  private aheadMs: number;

  constructor(
    private readonly clock: Clock,
    private readonly steady: () => number = () => performance.now(),
  ) {
    this.aheadMs = clock.nowMs() - steady();
  }

  look(): void {
    const aheadMs = this.clock.nowMs() - this.steady();
    const backMs = this.aheadMs - aheadMs;
    this.aheadMs = aheadMs;
    if (backMs <= operationLimits.clocksDifferMs) return;
    const what = `The clock was set back by ${formatDuration(backMs)}.`;
    this.logger.warn(`${what} Times that lie in the future count as now.`);
  }
}
