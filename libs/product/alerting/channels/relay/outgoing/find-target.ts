import { isIP } from 'node:net';
import { isRefusedAddress } from './refused-address.ts';

/** Resolves a name to all its addresses; rejects with the resolver's error. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/**
 * The host is not found, or may not be reached before a setting is changed. No name is told which of them it is: who may add a channel
 * could ask for the names of the network that Errata stands in.
 */
export class RefusedTarget extends Error {
  constructor(
    why: string,
    /** The host as an owner may allow it, with its port if the address names one. */
    readonly host: string,
  ) {
    super(why);
  }
}

/**
 * The addresses that a request may be made to, looked up once: who connects to these, and to nothing that the name means a
 * moment later. Rejects with a `RefusedTarget` where there is none, or one of them is not public, and the host is not among
 * `allowedHosts` (names or addresses, with or without a port); else with the resolver's error.
 */
export async function findTarget(
  url: URL,
  {
    resolve,
    allowedHosts,
  }: { readonly resolve: Resolve; readonly allowedHosts: readonly string[] },
): Promise<readonly string[]> {
  const hostname = toPlainHost(url.hostname);
  const isAllowed =
    allowedHosts.includes(url.hostname) || allowedHosts.includes(toHostAndPort(url));
  const resolving = isIP(hostname) ? Promise.resolve([hostname]) : resolve(hostname);
  const addresses = await (isAllowed ? resolving : resolving.catch(() => []));
  if (!isAllowed && (addresses.length === 0 || addresses.some(isRefusedAddress))) {
    const why = isIP(hostname)
      ? 'is not on the public network'
      : 'was not found, or is not on the public network';
    throw new RefusedTarget(
      `${url.hostname} ${why}. An owner can allow it in the settings of Errata, under Channels about Errata, Allowed hosts (/settings/channels).`,
      url.host,
    );
  }
  if (addresses.length === 0) throw new Error(`${hostname} has no address.`);
  return addresses;
}

/** As a URL writes IPv6, without its brackets; a name without the dot that ends it. */
export function toPlainHost(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

function toHostAndPort({ hostname, port, protocol }: URL): string {
  return `${hostname}:${port === '' ? (protocol === 'https:' ? 443 : 80) : port}`;
}
