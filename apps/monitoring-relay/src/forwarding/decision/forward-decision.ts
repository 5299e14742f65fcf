import type { IncomingMessage } from 'node:http';
import type { Clock } from '#shared';
import { Logger, Interval } from '#telemetry/plain';
import type { RelayConfig } from '../../config/relay-config.ts';
import type { MirroredKey } from '../../spool/keys/key-archive.ts';
import type { IncomingReport } from '../../spool/ports/spool-intake.ts';
import type { ForwardMetrics } from '../forward-metrics.ts';
import { MAX_HOPS, readHops } from '../upstream/hops.ts';
import type { Upstreams } from '../upstream/upstreams.ts';

/**
 * Minimum time between two warnings about a project. Two installations may be each other's upstream
 * on purpose, and every report returns in that case.
 */
const LOG_EVERY_MS = 3_600_000;

interface ProjectLoops {
  readonly rhythm: Interval;
  reports: number;
}

class LoopLog {
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

type Arriving = Pick<IncomingMessage, 'headers'>;

export type ForwardVerdict =
  | ({ readonly ok: true } & Pick<IncomingReport, 'forwarding' | 'hops'>)
  | { readonly ok: false; readonly detail: string };

export interface ForwardDecisionParts {
  readonly upstreams: Pick<Upstreams, 'find'>;
  readonly metrics: Pick<ForwardMetrics, 'noteLoop'>;
  readonly clock: Clock;
  readonly mode: RelayConfig['mode'];
}

export class ForwardDecision {
  private readonly log: LoopLog;

  constructor(private readonly parts: ForwardDecisionParts) {
    const { clock, mode } = parts;
    this.log = new LoopLog(
      clock,
      mode === 'forward'
        ? 'Such reports are refused.'
        : 'Such reports are processed, and not forwarded.',
    );
  }

  /**
   * Returns true when the report will be forwarded, so intake must keep all its items. Returns
   * false while the key is unknown.
   */
  takesAll(key: MirroredKey | undefined, request: Arriving): boolean {
    if (!key || !this.parts.upstreams.find(key.projectSlug)) return false;
    return readHops(request.headers) < MAX_HOPS;
  }

  /**
   * Intake does not ask another relay to stop sending some kinds of items, because that relay would
   * stop sending them for all its senders.
   */
  isFromRelay(request: Arriving): boolean {
    return readHops(request.headers) > 0;
  }

  /**
   * Decides whether to process, forward or refuse a report. A report that has gone in a circle is
   * not forwarded again. In mode `forward` such a report is refused, because the relay cannot
   * process it. In the other modes such a report is processed and counts as a duplicate.
   */
  decide({ projectSlug }: MirroredKey, request: Arriving): ForwardVerdict {
    const { upstreams, metrics, mode } = this.parts;
    if (!upstreams.find(projectSlug)) return { ok: true };
    const hops = readHops(request.headers);
    if (hops < MAX_HOPS)
      return { ok: true, forwarding: mode === 'forward' ? 'alone' : 'also', hops };
    metrics.noteLoop();
    this.log.note(projectSlug);
    return mode === 'forward'
      ? { ok: false, detail: 'The report was forwarded too often.' }
      : { ok: true };
  }
}
