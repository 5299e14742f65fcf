import type { IncomingMessage } from 'node:http';
import proxyAddr from 'proxy-addr';
import { toIpAddress } from './ip-address.ts';
import { createTrust, type TrustProxy } from './trust-proxy.ts';

/**
 * Creates a function that finds the sender's IP address. Behind trusted proxies, this is the last
 * untrusted address in `X-Forwarded-For`, as in Express's `request.ip`. Otherwise, this is the
 * address of the connection. The function returns undefined when the found text is not an address,
 * or the connection is closed.
 */
export function createClientAddress(
  trustProxy?: TrustProxy,
): (request: IncomingMessage) => string | undefined {
  const trust = trustProxy === undefined ? () => false : createTrust(trustProxy);
  return (request) => {
    const peer = request.socket.remoteAddress;
    if (peer === undefined) return undefined;
    return toIpAddress(trust(peer, 0) ? proxyAddr(request, trust) : peer);
  };
}
