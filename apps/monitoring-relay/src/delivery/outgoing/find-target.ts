import { isIP } from 'node:net';
import { isRefusedAddress } from './refused-address.ts';

/** Resolves a name to all its addresses; rejects with the resolver's error. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/** The address may not be reached: a setting would have to be changed. */
export class RefusedTarget extends Error {}

/**
 * The addresses that a request may be made to, looked up once: who connects to these, and to nothing that the name means a
 * moment later. Rejects with a `RefusedTarget` where one of them is not public and the host is not among `allowedHosts`
 * (names or addresses, with or without a port).
 */
export async function findTarget(
  url: URL,
  {
    resolve,
    allowedHosts,
  }: { readonly resolve: Resolve; readonly allowedHosts: readonly string[] },
): Promise<readonly string[]> {
  const hostname = toPlainHost(url.hostname);
  const addresses = isIP(hostname) ? [hostname] : await resolve(hostname);
  if (addresses.length === 0) throw new Error(`${hostname} has no address.`);
  const isAllowed =
    allowedHosts.includes(url.hostname) || allowedHosts.includes(toHostAndPort(url));
  if (!isAllowed && addresses.some(isRefusedAddress)) {
    // Which address it is would tell what is inside of the network.
    throw new RefusedTarget(
      `${url.hostname} is not on the public network. An owner can allow it: Settings, Channels, Allowed hosts.`,
    );
  }
  return addresses;
}

/** As a URL writes IPv6, without its brackets; a name without the dot that ends it. */
export function toPlainHost(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

function toHostAndPort({ hostname, port, protocol }: URL): string {
  return `${hostname}:${port === '' ? (protocol === 'https:' ? 443 : 80) : port}`;
}
