import ipaddr from 'ipaddr.js';

/**
 * Range of public IPv6 addresses. All IPv6 addresses outside this range have a special use
 * (https://www.iana.org/assignments/ipv6-address-space).
 */
const GLOBAL = ipaddr.IPv6.parseCIDR('2000::/3');

/** Azure's metadata server, whose address lies in an otherwise public range. */
const METADATA = ['168.63.129.16'];

/**
 * Whether an address may belong to this machine or its neighbours: loopback, private, link-local
 * (cloud metadata), unique-local or carrier networks. Also true for IPv4 inside IPv6, and for
 * everything that is not certainly public.
 */
export function isRefusedAddress(address: string): boolean {
  if (!ipaddr.isValid(address) || METADATA.includes(address)) return true;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return true;
  return parsed instanceof ipaddr.IPv6 && !parsed.match(GLOBAL);
}
