import type { IncomingMessage } from 'node:http';
import type { Clock } from '#shared';
import type { RelayConfig } from '../../config/relay-config.ts';
import type { MirroredKey } from '../../spool/keys/key-archive.ts';
import type { IncomingReport } from '../../spool/ports/spool-intake.ts';
import type { ForwardMetrics } from '../forward-metrics.ts';
import { MAX_HOPS, readHops } from '../upstream/hops.ts';
import { LoopLog } from './loop-log.ts';
import type { Upstreams } from '../upstream/upstreams.ts';

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
