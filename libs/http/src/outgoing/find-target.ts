import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isRefusedAddress } from './refused-address.ts';

/** Resolves a name to all its addresses. Rejects with the resolver's error. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

export const resolveAll: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address);

/**
 * Error for a host that was not found or that an owner must allow first. For a name, the message
 * does not say which of the two is true. Otherwise anybody who may add a channel could find out
 * which names exist in the operator's network.
 */
export class RefusedTarget extends Error {
  constructor(
    why: string,
    /** Host in the form in which an owner may allow it, with its port when the address has one. */
    readonly host: string,
  ) {
    super(why);
  }
}

/**
 * Resolves the address once and returns the IP addresses. Callers connect only to these, because
 * the name may resolve differently a moment later.
 *
 * Rejects with a `RefusedTarget` when the host is not in `allowedHosts` and either is not found or
 * has a non-public address. For an allowed host, rejects with the resolver's error. `allowedHosts`
 * holds names or addresses, with or without a port. `advice` ends the message of a refusal.
 */
export async function findTarget(
  url: URL,
  {
    resolve,
    allowedHosts,
    advice,
  }: {
    readonly resolve: Resolve;
    readonly allowedHosts: readonly string[];
    readonly advice: string;
  },
): Promise<readonly string[]> {
  const hostname = toPlainHost(url.hostname);
  const isAllowed =
    allowedHosts.includes(url.hostname) || allowedHosts.includes(toHostAndPort(url));
  const resolving = isIP(hostname) ? Promise.resolve([hostname]) : resolve(hostname);
  const addresses = await (isAllowed ? resolving : resolving.catch(() => []));
  if (!isAllowed && (addresses.length === 0 || addresses.some(isRefusedAddress))) {
    const why = isIP(hostname) ? 'is in a private network' : 'is unknown, or in a private network';
    throw new RefusedTarget(`${url.hostname} ${why}. ${advice}`, url.host);
  }
  if (addresses.length === 0) throw new Error(`${hostname} has no address.`);
  return addresses;
}

/** Removes the brackets of an IPv6 address in a URL, and the final dot of a name. */
export function toPlainHost(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

/** Returns the host with its port, which is that of the protocol when the address names none. */
export function toHostAndPort({ hostname, port, protocol }: URL): string {
  return `${hostname}:${port === '' ? (protocol === 'https:' ? 443 : 80) : port}`;
}
