import ipaddr from 'ipaddr.js';

/** Global unicast: all other addresses of IPv6 are of some special use (https://www.iana.org/assignments/ipv6-address-space). */
const GLOBAL = ipaddr.IPv6.parseCIDR('2000::/3');

/** Answers on Azure's machines alone, from a range that is public elsewhere. */
const METADATA = ['168.63.129.16'];

/**
 * Whether an address is of a network that only this machine, or its neighbours, can reach: loopback, private, link-local
 * (where clouds keep their metadata), unique-local, of a carrier; and what carries IPv4 within IPv6. Only what is public for
 * sure is not refused.
 */
export function isRefusedAddress(address: string): boolean {
  if (!ipaddr.isValid(address) || METADATA.includes(address)) return true;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return true;
  return parsed instanceof ipaddr.IPv6 && !parsed.match(GLOBAL);
}
