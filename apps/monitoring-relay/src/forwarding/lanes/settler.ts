import { type Ending, ErrataError, type OutcomeCount } from '#shared';
import { Logger, Backoff } from '#telemetry/plain';
import type { Pause } from '#telemetry/plain';
import { countEnding } from '../../outcomes/count-ending.ts';
import type { ForwardQueue, ForwardReport } from '../../spool/ports/forward-queue.ts';
import type { ForwardEnd, ForwardMetrics } from '../forward-metrics.ts';

export interface SettlerParts {
  readonly queue: ForwardQueue;
  readonly metrics: ForwardMetrics;
  readonly pause: Pause;
  /** Counts outcomes in a relay without a database. When absent, the spool stores the counts. */
  readonly countElsewhere?: ((outcomes: readonly OutcomeCount[]) => void) | undefined;
}

export class Settler {
  private readonly logger = new Logger(Settler.name);
  private readonly backoff = new Backoff();

  constructor(private readonly parts: SettlerParts) {}

  /**
   * Removes reports from the queue and counts the removed reports. Another caller may have removed
   * some of `reports` before. Resolves with the reports that this call removed. Resolves with none
   * when `signal` aborts before the spool can be written.
   */
  async settle(
    reports: readonly ForwardReport[],
    { end, ending }: { end: ForwardEnd; ending: Ending },
    signal: AbortSignal,
  ): Promise<ForwardReport[]> {
    const { queue, metrics, countElsewhere } = this.parts;
    const ids = reports.map(({ id }) => id);
    const count = (report: ForwardReport): OutcomeCount[] => countPassed(report, ending);
    const gone = await this.write(
      () => queue.settle(ids, countElsewhere ? () => [] : count),
      signal,
    );
    metrics.noteEnded(end, gone.length);
    if (gone.length > 0) countElsewhere?.(gone.flatMap(count));
    return gone;
  }

  /**
   * Retries until the spool can be written, because a sent report that stays queued would be sent
   * again. Meanwhile intake answers 503.
   */
  private async write(
    write: () => Promise<ForwardReport[]>,
    signal: AbortSignal,
  ): Promise<ForwardReport[]> {
    for (;;) {
      try {
        const written = await write();
        this.backoff.reset();
        return written;
      } catch (error) {
        if (!(error instanceof ErrataError && error.code === 'spool.unavailable')) throw error;
        if (signal.aborted) return [];
        const waitMs = this.backoff.nextMs();
        const plan = `Trying again in ${Math.round(waitMs)} ms.`;
        this.logger.warn(
          `The relay cannot record which reports it has forwarded. ${plan} ${error.message}`,
        );
        await this.parts.pause.wait(waitMs, signal);
      }
    }
  }
}

/**
 * Counts only items that are forwarded and not processed, because processing counts all other
 * items.
 */
function countPassed(
  { projectId, publicKey, receivedAtMs: atMs, contents }: ForwardReport,
  ending: Ending,
): OutcomeCount[] {
  return countEnding({ projectId, publicKey, atMs }, ending, contents.passed);
}
