import type { IncomingMessage } from 'node:http';
import type { Clock } from '#shared';
import type { RelayConfig } from '../../config/relay-config.ts';
import type { MirroredKey } from '../../spool/key-archive.ts';
import type { IncomingReport } from '../../spool/spool.ts';
import type { ForwardMetrics } from '../forward-metrics.ts';
import type { Hops, LoopReason } from './hops.ts';
import { LoopLog } from './loop-log.ts';
import type { Upstreams } from '../upstream/upstreams.ts';

type Arriving = Pick<IncomingMessage, 'headers'>;

/** What is owed of a report; or why it is not to be taken. */
export type Owing =
  | ({ readonly ok: true } & Pick<IncomingReport, 'owed' | 'hops'>)
  | { readonly ok: false; readonly detail: string };

const REFUSALS: Readonly<Record<LoopReason, string>> = {
  returned: 'It was forwarded from here.',
  too_many_hops: 'It came over too many services.',
};

export interface OnwardParts {
  readonly upstreams: Pick<Upstreams, 'find'>;
  readonly hops: Hops;
  readonly metrics: Pick<ForwardMetrics, 'noteLoop'>;
  readonly clock: Clock;
  readonly mode: RelayConfig['mode'];
}

/** Which of the reports that come are sent on to another service: those of projects with an upstream, once. */
export class Onward {
  private readonly log: LoopLog;

  constructor(private readonly parts: OnwardParts) {
    const { clock, mode } = parts;
    this.log = new LoopLog(
      clock,
      mode === 'forward' ? 'It is refused.' : 'It is processed, and forwarded no further.',
    );
  }

  /** Whether all items of a report are to be kept. Of a key that is not known yet: no. */
  takesAll(key: MirroredKey | undefined, request: Arriving): boolean {
    if (!key || !this.parts.upstreams.find(key.projectSlug)) return false;
    return this.parts.hops.read(request.headers).loop === undefined;
  }

  /** Whether another relay sends it on, which has said how its own senders are to be answered. */
  isOfRelay(request: Arriving): boolean {
    return this.parts.hops.hasRelay(request.headers);
  }

  /**
   * Of a report that was read. One that goes round is processed as ever, and counts as a duplicate where
   * it was stored before; a relay that forwards alone has nothing else to do with it, and refuses it.
   */
  decide({ projectSlug }: MirroredKey, request: Arriving): Owing {
    const { upstreams, hops: ours, metrics, mode } = this.parts;
    if (!upstreams.find(projectSlug)) return { ok: true };
    const { loop, hops } = ours.read(request.headers);
    const owed = mode === 'forward' ? 'alone' : 'also';
    if (!loop) return { ok: true, owed, ...(hops === undefined ? {} : { hops }) };
    metrics.noteLoop(loop);
    this.log.note(projectSlug, loop);
    if (mode !== 'forward') return { ok: true };
    return { ok: false, detail: REFUSALS[loop] };
  }
}
