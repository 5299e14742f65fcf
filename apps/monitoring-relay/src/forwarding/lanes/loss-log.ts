import type { Clock } from '#shared';
import { describeError, Logger, Interval } from '#telemetry/plain';
import type { ForwardReport } from '../../spool/ports/forward-queue.ts';
import type { ForwardEnd } from '../forward-metrics.ts';
import type { Upstreams } from '../upstream/upstreams.ts';

/**
 * Lost reports are logged at most this often, to avoid a line per report. The first loss is logged
 * at once.
 */
const TOLD_EVERY_MS = 60_000;

const TEXTS: Readonly<Record<Exclude<ForwardEnd, 'sent'>, string>> = {
  refused: 'were refused by their upstream',
  expired: 'were not forwarded: they waited longer than FORWARD_MAX_AGE_HOURS',
  crowded_out: 'were not forwarded: more waited than FORWARD_MAX_BYTES',
  damaged: 'were not forwarded: the spool is damaged',
};

interface Untold {
  reports: number;
  detail: string;
}

export class LossLog {
  private readonly logger = new Logger(LossLog.name);
  private readonly lost = new Map<string, number>();
  private readonly untold = new Map<Exclude<ForwardEnd, 'sent'>, Untold>();
  private readonly rhythm: Interval;

  constructor(
    private readonly parts: {
      readonly clock: Clock;
      readonly upstreams: Pick<Upstreams, 'nameOf'>;
    },
  ) {
    this.rhythm = new Interval(parts.clock, TOLD_EVERY_MS);
  }

  note(reports: readonly ForwardReport[], end: ForwardEnd, detail: string): void {
    if (end === 'sent' || reports.length === 0) return;
    for (const { projectId } of reports) {
      const name = this.parts.upstreams.nameOf(projectId);
      this.lost.set(name, (this.lost.get(name) ?? 0) + 1);
    }
    const before = this.untold.get(end)?.reports ?? 0;
    this.untold.set(end, { reports: before + reports.length, detail });
    this.tell();
  }

  count(upstream: string): number {
    return this.lost.get(upstream) ?? 0;
  }

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
