import type { Request } from 'express';
import { toIpAddress } from '#http';
import { SenderSignature } from '#persistence';
import type { Clock } from '#shared';

/** As proxies say it, too (RFC 7239, 6.2). To say nothing would be to say nothing against the renderer's own address. */
const UNKNOWN = 'unknown';

/** Describes whose request it is, by the proxies that are trusted here, or that nobody knows: what they name may be no address. */
export function createSenderHeader(
  secret: string,
  clock: Clock,
): (request: Pick<Request, 'ip'>) => string {
  const signature = new SenderSignature(secret);
  return ({ ip = '' }) => signature.write(toIpAddress(ip) ?? UNKNOWN, clock.nowMs());
}
