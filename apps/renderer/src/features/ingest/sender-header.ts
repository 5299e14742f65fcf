import type { Request } from 'express';
import { toIpAddress } from '#http';
import { SenderSignature } from '#persistence';
import type { Clock } from '#shared';

/** Describes whose request it is, by the proxies that are trusted here; undefined where that is no address. */
export function createSenderHeader(
  secret: string,
  clock: Clock,
): (request: Pick<Request, 'ip'>) => string | undefined {
  const signature = new SenderSignature(secret);
  return ({ ip = '' }) => {
    const address = toIpAddress(ip);
    return address === undefined ? undefined : signature.write(address, clock.nowMs());
  };
}
