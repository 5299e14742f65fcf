import { type Ending, ErrataError, type OutcomeCount } from '#shared';
import { Logger, Backoff } from '#telemetry/plain';
import type { Pause } from '#telemetry/plain';
import { countEnding } from '../../outcomes/count-ending.ts';
import type { ForwardQueue, OwedReport } from '../../spool/ports/forward-queue.ts';
import type { ForwardEnd, ForwardMetrics } from '../forward-metrics.ts';

export interface SettlerParts {
  readonly queue: ForwardQueue;
  readonly metrics: ForwardMetrics;
  readonly pause: Pause;
  /** Where outcomes go that are not tallied in the spool: nobody would take them out of it. */
  readonly countElsewhere?: ((outcomes: readonly OutcomeCount[]) => void) | undefined;
}

/** Takes reports off the queue, each with what its items are counted as that nobody else counts. */
export class Settler {
  private readonly logger = new Logger(Settler.name);
  private readonly backoff = new Backoff();

  constructor(private readonly parts: SettlerParts) {}

  /**
   * Only those that were there count: another may have ended meanwhile. Resolves with them, or without any when `signal` aborts before the spool can be written: then
   * they stay.
   */
  async settle(
    reports: readonly OwedReport[],
    { end, ending }: { end: ForwardEnd; ending: Ending },
    signal: AbortSignal,
  ): Promise<OwedReport[]> {
    const { queue, metrics, countElsewhere } = this.parts;
    const ids = reports.map(({ id }) => id);
    const count = (report: OwedReport): OutcomeCount[] => countPassed(report, ending);
    const gone = await this.write(
      () => queue.settle(ids, countElsewhere ? () => [] : count),
      signal,
    );
    metrics.noteEnded(end, gone.length);
    if (gone.length > 0) countElsewhere?.(gone.flatMap(count));
    return gone;
  }

  /** A spool whose disk is full answers 503 meanwhile; what was sent would be sent again if it were left. */
  private async write(
    write: () => Promise<OwedReport[]>,
    signal: AbortSignal,
  ): Promise<OwedReport[]> {
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

/** What is processed here too ends there. */
function countPassed(
  { projectId, publicKey, receivedAtMs: atMs, contents }: OwedReport,
  ending: Ending,
): OutcomeCount[] {
  return countEnding({ projectId, publicKey, atMs }, ending, contents.passed);
}
