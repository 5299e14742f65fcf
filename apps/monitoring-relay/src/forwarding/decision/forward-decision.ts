import type { IncomingMessage } from 'node:http';
import type { Clock } from '#shared';
import type { RelayConfig } from '../../config/relay-config.ts';
import type { MirroredKey } from '../../spool/keys/key-archive.ts';
import type { IncomingReport } from '../../spool/ports/spool-intake.ts';
import type { ForwardMetrics } from '../forward-metrics.ts';
import { MOST_HOPS, readHops } from '../upstream/hops.ts';
import { LoopLog } from './loop-log.ts';
import type { Upstreams } from '../upstream/upstreams.ts';

type Arriving = Pick<IncomingMessage, 'headers'>;

/** What is owed of a report; or why it is not to be taken. */
export type Owing =
  | ({ readonly ok: true } & Pick<IncomingReport, 'owed' | 'hops'>)
  | { readonly ok: false; readonly detail: string };

export interface OnwardParts {
  readonly upstreams: Pick<Upstreams, 'find'>;
  readonly metrics: Pick<ForwardMetrics, 'noteLoop'>;
  readonly clock: Clock;
  readonly mode: RelayConfig['mode'];
}

/** Which of the reports that come are sent on to another service: those of projects with an upstream. */
export class Onward {
  private readonly log: LoopLog;

  constructor(private readonly parts: OnwardParts) {
    const { clock, mode } = parts;
    this.log = new LoopLog(
      clock,
      mode === 'forward'
        ? 'Such reports are refused.'
        : 'Such reports are processed, and not forwarded.',
    );
  }

  /** Whether all items of a report are to be kept. Of a key that is not known yet: no. */
  takesAll(key: MirroredKey | undefined, request: Arriving): boolean {
    if (!key || !this.parts.upstreams.find(key.projectSlug)) return false;
    return readHops(request.headers) < MOST_HOPS;
  }

  /** Whether another relay sends it on, which has said how its own senders are to be answered. */
  isOfRelay(request: Arriving): boolean {
    return readHops(request.headers) > 0;
  }

  /**
   * Of a report that was read. One that goes round is processed as ever, and counts as a duplicate where
   * it was stored before; a relay that forwards alone has nothing else to do with it, and refuses it.
   */
  decide({ projectSlug }: MirroredKey, request: Arriving): Owing {
    const { upstreams, metrics, mode } = this.parts;
    if (!upstreams.find(projectSlug)) return { ok: true };
    const hops = readHops(request.headers);
    if (hops < MOST_HOPS) return { ok: true, owed: mode === 'forward' ? 'alone' : 'also', hops };
    metrics.noteLoop();
    this.log.note(projectSlug);
    return mode === 'forward'
      ? { ok: false, detail: 'The report was forwarded too often.' }
      : { ok: true };
  }
}
