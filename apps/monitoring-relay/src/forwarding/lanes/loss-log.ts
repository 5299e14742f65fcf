import type { Clock } from '#shared';
import { describeError, Logger, Rhythm } from '#telemetry/plain';
import type { OwedReport } from '../../spool/ports/forward-queue.ts';
import type { ForwardEnd } from '../forward-metrics.ts';
import type { Upstreams } from '../upstream/upstreams.ts';

/** What never gets to its upstream is told at once, and then no more often than this: not a line for each report. */
const TOLD_EVERY_MS = 60_000;

const TEXTS: Readonly<Record<Exclude<ForwardEnd, 'sent'>, string>> = {
  refused: 'were refused by their upstream',
  expired: 'were not forwarded: they waited longer than FORWARD_MAX_AGE_HOURS',
  crowded_out: 'were not forwarded: more waited than FORWARD_MAX_BYTES',
  damaged: 'were not forwarded: the spool is damaged',
};

interface Untold {
  reports: number;
  /** Of the latest of them. */
  detail: string;
}

/** Counts and tells what is lost on the way to upstreams. */
export class LossLog {
  private readonly logger = new Logger(LossLog.name);
  private readonly lost = new Map<string, number>();
  private readonly untold = new Map<Exclude<ForwardEnd, 'sent'>, Untold>();
  private readonly rhythm: Rhythm;

  constructor(
    private readonly parts: {
      readonly clock: Clock;
      readonly upstreams: Pick<Upstreams, 'nameOf'>;
    },
  ) {
    this.rhythm = new Rhythm(parts.clock, TOLD_EVERY_MS);
  }

  note(reports: readonly OwedReport[], end: ForwardEnd, detail: string): void {
    if (end === 'sent' || reports.length === 0) return;
    for (const { projectId } of reports) {
      const name = this.parts.upstreams.nameOf(projectId);
      this.lost.set(name, (this.lost.get(name) ?? 0) + 1);
    }
    const before = this.untold.get(end)?.reports ?? 0;
    this.untold.set(end, { reports: before + reports.length, detail });
    this.tell();
  }

  /** By the name of the upstream, since the start. */
  count(upstream: string): number {
    return this.lost.get(upstream) ?? 0;
  }

  /** To be called now and then: what was not told yet is, when it is time. */
  tell(): void {
    if (this.untold.size === 0 || !this.rhythm.isDue) return;
    this.rhythm.begin();
    for (const [end, { reports, detail }] of this.untold) {
      const why = detail === '' ? '' : ` The reason for the last one: ${detail}.`;
      this.logger.error(`${reports} reports ${TEXTS[end]}.${why}`);
    }
    this.untold.clear();
  }

  noteFault(error: unknown): void {
    this.logger.error(
      `Reports that waited too long to be forwarded cannot be dropped. ${describeError(error)}`,
    );
  }
}
