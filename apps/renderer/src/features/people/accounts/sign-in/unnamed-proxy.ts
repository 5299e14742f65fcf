import { BlockList } from 'node:net';
import { toIpAddress } from '#http';
import type { Request } from 'express';

const LOCAL_HOST = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i;
/** Headers in which proxies name themselves and their visitors. */
const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-proto', 'x-real-ip'];

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/** Addresses that only this machine and its own networks have (RFC 1918, RFC 4193). */
const ownNetworks = new BlockList();
ownNetworks.addSubnet('10.0.0.0', 8);
ownNetworks.addSubnet('172.16.0.0', 12);
ownNetworks.addSubnet('192.168.0.0', 16);
ownNetworks.addSubnet('fc00::', 7, 'ipv6');

export interface UnnamedProxy {
  readonly address: string;
  /**
   * It stands in a network of our own. Elsewhere it may as well be a visitor who only writes as proxies do, to be counted
   * by no address.
   */
  readonly isOurs: boolean;
}

/**
 * The proxy that a request came through and that does not name its visitors: `TRUST_PROXY` does not name the proxy, or
 * the proxy sends no `X-Forwarded-For`. Many send no header of their own; other traits of the request show those.
 */
export function findUnnamedProxy(request: Request, publicUrl: string): UnnamedProxy | undefined {
  const address = toIpAddress(request.socket.remoteAddress ?? '');
  // Trusted proxies name their visitors.
  if (address === undefined || request.ips.length > 0) return undefined;
  const isLoopback = isIn(loopback, address);
  const isOurs = isLoopback || isIn(ownNetworks, address);
  return showsProxy(request, { publicUrl, isLoopback }) ? { address, isOurs } : undefined;
}

/** The address of this machine from which a request comes: whoever is here may name any other address. */
export function findLoopbackPeer({ socket }: Pick<Request, 'socket'>): string | undefined {
  const address = toIpAddress(socket.remoteAddress ?? '');
  return address !== undefined && isIn(loopback, address) ? address : undefined;
}

function showsProxy(
  { headers, httpVersion, secure }: Request,
  { publicUrl, isLoopback }: { publicUrl: string; isLoopback: boolean },
): boolean {
  const { protocol, host } = new URL(publicUrl);
  const isElsewhere = !LOCAL_HOST.test(host) || !LOCAL_HOST.test(headers.host ?? '');
  return (
    FORWARDED.some((name) => headers[name] !== undefined) ||
    // No browser does; it is what nginx does unless it is told otherwise.
    httpVersion === '1.0' ||
    // The console itself knows no TLS.
    (protocol === 'https:' && !secure) ||
    // From this machine, by a name that is not this machine's.
    (isLoopback && isElsewhere)
  );
}

function isIn(list: BlockList, address: string): boolean {
  return list.check(address, address.includes(':') ? 'ipv6' : 'ipv4');
}
