import { BlockList } from 'node:net';
import { toIpAddress } from '#http';
import type { Request } from 'express';
import type { AccountsOptions } from '../accounts.options.ts';

const LOCAL_HOST = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i;
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-proto', 'x-real-ip'];

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/** Private networks, which no host on the internet uses (RFC 1918, RFC 4193). */
const ownNetworks = new BlockList();
ownNetworks.addSubnet('10.0.0.0', 8);
ownNetworks.addSubnet('172.16.0.0', 12);
ownNetworks.addSubnet('192.168.0.0', 16);
ownNetworks.addSubnet('fc00::', 7, 'ipv6');

type Options = Pick<AccountsOptions, 'publicUrl' | 'trustsProxy'>;

export interface UnnamedProxy {
  readonly address: string;
  /**
   * True when the proxy is in a private network. A sender elsewhere may imitate a proxy so that the
   * attempts from its own address are not counted.
   */
  readonly isOurs: boolean;
}

/**
 * Finds a proxy that hides its visitors' addresses, because `TRUST_PROXY` does not name the proxy
 * or the proxy sends no `X-Forwarded-For`.
 *
 * Many proxies add no header at all. `showsProxy` recognises them by other traits of the request.
 */
export function findUnnamedProxy(request: Request, options: Options): UnnamedProxy | undefined {
  const address = toIpAddress(request.socket.remoteAddress ?? '');
  // Express fills `ips` from a trusted proxy's `X-Forwarded-For`.
  if (address === undefined || request.ips.length > 0) return undefined;
  const isLoopback = isIn(loopback, address);
  const isOurs = isLoopback || isIn(ownNetworks, address);
  return showsProxy(request, options, isLoopback) ? { address, isOurs } : undefined;
}

/**
 * Returns the peer's address when the connection comes from this machine. Local programs can name
 * any other client address in a header.
 */
export function findLoopbackPeer({ socket }: Pick<Request, 'socket'>): string | undefined {
  const address = toIpAddress(socket.remoteAddress ?? '');
  return address !== undefined && isIn(loopback, address) ? address : undefined;
}

function showsProxy(
  { headers, httpVersion, secure }: Request,
  { publicUrl, trustsProxy }: Options,
  isLoopback: boolean,
): boolean {
  const { protocol, host } = new URL(publicUrl);
  const isElsewhere = !LOCAL_HOST.test(host) || !LOCAL_HOST.test(headers.host ?? '');
  return (
    FORWARDED.some((name) => headers[name] !== undefined) ||
    // Visitors send it too, by proxies of their own or to be counted with everybody else.
    (headers.via !== undefined && !trustsProxy) ||
    // Browsers use at least HTTP/1.1. nginx uses 1.0 by default.
    httpVersion === '1.0' ||
    // The console itself does not speak TLS. A proxy must therefore have ended the TLS connection.
    (protocol === 'https:' && !secure) ||
    (isLoopback && isElsewhere)
  );
}

function isIn(list: BlockList, address: string): boolean {
  return list.check(address, address.includes(':') ? 'ipv6' : 'ipv4');
}
