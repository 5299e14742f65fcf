import type { Clock } from '#shared';
import { describeError, Logger, Interval } from '#telemetry/plain';
import type { ForwardReport } from '../../spool/ports/forward-queue.ts';
import type { ForwardEnd } from '../forward-metrics.ts';
import type { Upstreams } from '../upstream/upstreams.ts';

/**
 * Lost reports are logged at most this often, to avoid a line per report. The first loss is logged
 * at once.
 */
const LOG_EVERY_MS = 60_000;

const TEXTS: Readonly<Record<Exclude<ForwardEnd, 'sent'>, string>> = {
  refused: 'were refused by their upstream',
  expired: 'were not forwarded: they waited longer than FORWARD_MAX_AGE_HOURS',
  crowded_out: 'were not forwarded: more waited than FORWARD_MAX_BYTES',
  damaged: 'were not forwarded: the spool is damaged',
};

interface UnloggedLoss {
  reports: number;
  detail: string;
}

export class LossLog {
  private readonly logger = new Logger(LossLog.name);
  private readonly lost = new Map<string, number>();
  private readonly unlogged = new Map<Exclude<ForwardEnd, 'sent'>, UnloggedLoss>();
  private readonly rhythm: Interval;

  constructor(
    private readonly parts: {
      readonly clock: Clock;
      readonly upstreams: Pick<Upstreams, 'nameOf'>;
    },
  ) {
    this.rhythm = new Interval(parts.clock, LOG_EVERY_MS);
  }

  note(reports: readonly ForwardReport[], end: ForwardEnd, detail: string): void {
    if (end === 'sent' || reports.length === 0) return;
    for (const { projectId } of reports) {
      const name = this.parts.upstreams.nameOf(projectId);
      this.lost.set(name, (this.lost.get(name) ?? 0) + 1);
    }
    const before = this.unlogged.get(end)?.reports ?? 0;
    this.unlogged.set(end, { reports: before + reports.length, detail });
    this.logWhenDue();
  }

  count(upstream: string): number {
    return this.lost.get(upstream) ?? 0;
  }

  logWhenDue(): void {
    if (this.unlogged.size === 0 || !this.rhythm.isDue) return;
    this.rhythm.begin();
    for (const [end, { reports, detail }] of this.unlogged) {
      const why = detail === '' ? '' : ` The reason for the last one: ${detail}.`;
      this.logger.error(`${reports} reports ${TEXTS[end]}.${why}`);
    }
    this.unlogged.clear();
  }

  noteFault(error: unknown): void {
    this.logger.error(
      `Reports that waited too long to be forwarded cannot be dropped. ${describeError(error)}`,
    );
  }
}
