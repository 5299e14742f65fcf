import type { IncomingMessage } from 'node:http';
import proxyAddr from 'proxy-addr';
import { toIpAddress } from './ip-address.ts';
import { createTrust, type TrustProxy } from './trust-proxy.ts';

/**
 * Finds whose request it is: who is connected, or, through proxies that are trusted, whom `X-Forwarded-For` names as the
 * last one before these (as `request.ip` of Express). Undefined when that is no address, or the connection has gone.
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
