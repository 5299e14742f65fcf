import type { Request } from 'express';
import { toIpAddress } from '#http';
import { SenderSignature } from '#persistence';
import type { Clock } from '#shared';

/**
 * Stands for a sender whose address is unknown; RFC 7239, section 6.2, uses the same word. If the
 * header were missing, the relay would take the renderer's own address for the sender's.
 */
const UNKNOWN = 'unknown';

/**
 * Returns a function that writes the signed header. The header has the client's IP address as
 * trusted proxies name it, or `unknown` when they name none.
 */
export function createSenderHeader(
  secret: string,
  clock: Clock,
): (request: Pick<Request, 'ip'>) => string {
  const signature = new SenderSignature(secret);
  return ({ ip = '' }) => signature.write(toIpAddress(ip) ?? UNKNOWN, clock.nowMs());
}
