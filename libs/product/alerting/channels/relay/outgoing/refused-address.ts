import ipaddr from 'ipaddr.js';

/**
 * Global unicast; all other IPv6 addresses have a special use
 * (https://www.iana.org/assignments/ipv6-address-space).
 */
const GLOBAL = ipaddr.IPv6.parseCIDR('2000::/3');

/** Azure serves its metadata here, in an otherwise public range. */
const METADATA = ['168.63.129.16'];

/**
 * Whether only this machine or its neighbours can reach an address: loopback, private, link-local
 * (clouds keep their metadata there), unique-local and carrier networks. IPv4 inside IPv6 is
 * refused too. Only addresses that are certainly public are allowed.
 */
export function isRefusedAddress(address: string): boolean {
  if (!ipaddr.isValid(address) || METADATA.includes(address)) return true;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return true;
  return parsed instanceof ipaddr.IPv6 && !parsed.match(GLOBAL);
}
