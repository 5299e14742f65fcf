import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { formatDsn } from '#shared';
import type { UpstreamSettings } from '../../config/parse-upstreams.ts';

/** More services in a row than anybody has: whatever they are called, reports go round. */
const MOST_HOPS = 10;
/** Of all of them, as they are kept with a report. */
const MOST_CHARACTERS = 1000;
/** A host, perhaps with its port, or a name, and what is said of it (RFC 8586, 2). */
const HOP =
  /(?<name>[\w!#$%&'*+.^`|~:[\]-]+)(?:[ \t]*;[ \t]*[\w!#$%&'*+.^`|~-]+=(?:[\w!#$%&'*+.^`|~-]+|"(?:[\t !#-[\]-~]|\\[\t -~])*"))*/g;

const OWN_PREFIX = 'errata-';

/** Why a report is sent on no further. */
export type LoopReason = 'returned' | 'too_many_hops';

export interface Arrival {
  /** The services that it came through before this one, as the header lists them; absent where there are none. */
  readonly hops?: string;
  readonly loop?: LoopReason;
}

/**
 * Which services a report has come through: each adds a name of its own to the header `CDN-Loop` (RFC 8586), and knows by
 * it what comes back. `Via` has another purpose: proxies leave it out, or take it for a reason to change answers.
 */
export class Hops {
  /**
   * The same at all relays that share a secret and forward to the same services. One that has the secret of the relay
   * that it forwards to, as all of a team's may, has another. It tells nothing of the secret.
   */
  private readonly own: string;

  /** `secret`: ERRATA_SECRET. */
  constructor(secret: string, { bySlug, others }: UpstreamSettings) {
    const services = [...bySlug.values(), ...(others ? [others] : [])].map(formatDsn);
    const subject = `forwarded reports ${[...new Set(services)].toSorted().join(' ')}`;
    const digest = createHmac('sha256', secret).update(subject).digest('hex');
    this.own = `${OWN_PREFIX}${digest.slice(0, 16)}`;
  }

  /** Of the headers of a request, which anybody may have written. */
  read({ 'cdn-loop': header }: IncomingHttpHeaders): Arrival {
    if (header === undefined) return {};
    const found = [...String(header).matchAll(HOP)];
    const hops = found.map(([hop]) => hop).join(', ');
    if (found.some(({ groups }) => groups!['name'] === this.own)) return { loop: 'returned' };
    const isLong = found.length > MOST_HOPS || hops.length > MOST_CHARACTERS;
    if (isLong) return { loop: 'too_many_hops' };
    return hops === '' ? {} : { hops };
  }

  /** Whether it came through a relay like this one; networks that deliver pages write the same header. */
  hasRelay({ 'cdn-loop': header = '' }: IncomingHttpHeaders): boolean {
    return [...String(header).matchAll(HOP)].some(({ groups }) =>
      groups!['name']!.startsWith(OWN_PREFIX),
    );
  }

  /** The header of a report that came through `hops`, as it is sent on. */
  write(hops: string | undefined): string {
    // From the disk, where anything may have happened to it.
    const before = [...(hops ?? '').matchAll(HOP)].map(([hop]) => hop);
    return [...before, this.own].join(', ');
  }
}
