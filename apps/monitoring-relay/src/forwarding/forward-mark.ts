import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { formatDsn } from '#shared';
import type { UpstreamSettings } from '../config/parse-upstreams.ts';

/**
 * What is put into the `Via` header of what is forwarded (RFC 9110, 7.6.3), so that it is known when it comes back: the
 * same at all relays that share a secret and forward to the same services. One that has the secret of the relay that it
 * forwards to, as all of a team's may, has another. It tells nothing of the secret.
 */
export class ForwardMark {
  readonly via: string;
  private readonly name: string;

  /** `secret`: ERRATA_SECRET. */
  constructor(secret: string, { bySlug, others }: UpstreamSettings) {
    const services = [...bySlug.values(), ...(others ? [others] : [])].map(formatDsn);
    const subject = `forwarded reports ${[...new Set(services)].toSorted().join(' ')}`;
    const digest = createHmac('sha256', secret).update(subject).digest('hex');
    this.name = `errata-${digest.slice(0, 16)}`;
    this.via = `1.1 ${this.name}`;
  }

  /** Whether such a relay has sent it on before. */
  isOn({ headers: { via } }: Pick<IncomingMessage, 'headers'>): boolean {
    return via?.includes(this.name) ?? false;
  }
}
