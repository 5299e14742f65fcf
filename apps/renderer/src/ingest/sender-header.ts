import type { Request } from 'express';
import { toIpAddress } from '#http';
import { SenderSignature } from '#persistence';
import type { Clock } from '#shared';

/**
 * RFC 7239, section 6.2, uses the same word. The relay would take the renderer's own address for
 * the sender's if the header were missing.
 */
const UNKNOWN = 'unknown';

/**
 * Returns a function that writes the signed sender header: the client's address as trusted proxies
 * name it, or `unknown` when they name something else.
 */
export function createSenderHeader(
  secret: string,
  clock: Clock,
): (request: Pick<Request, 'ip'>) => string {
  const signature = new SenderSignature(secret);
  return ({ ip = '' }) => signature.write(toIpAddress(ip) ?? UNKNOWN, clock.nowMs());
}
