import { isIPv4, isIPv6 } from 'node:net';

/**
 * Groups of 16 bits that name the network in an IPv6 address. The holder of a network can choose
 * the other four groups freely.
 */
const NETWORK_GROUPS = 4;
const GROUPS = 8;

/**
 * Returns the key under which attempts from an address are counted. The key is the IPv4 address, or
 * the /64 network of an IPv6 address. IPv6 addresses that contain an IPv4 address
 * (`::ffff:192.0.2.1`) have the key of the IPv4 address.
 */
export function toAddressKey(address: string): string {
  const [plain = ''] = address.trim().toLowerCase().split('%');
  const mapped = /^::ffff:(?<ipv4>[\d.]+)$/.exec(plain)?.groups?.['ipv4'];
  if (mapped !== undefined && isIPv4(mapped)) return mapped;
  if (!isIPv6(plain)) return plain;
  return `${expand(plain).slice(0, NETWORK_GROUPS).join(':')}::/64`;
}

function expand(address: string): string[] {
  const [left = '', right] = address.split('::');
  const head = toGroups(left);
  const tail = toGroups(right ?? '');
  const zeros = Array.from({ length: GROUPS - head.length - tail.length }, () => '0');
  return [...head, ...zeros, ...tail];
}

function toGroups(part: string): string[] {
  if (part === '') return [];
  return part.split(':').flatMap((group) => (isIPv4(group) ? ['0', '0'] : shorten(group)));
}

function shorten(group: string): string {
  return group.replace(/^0+(?=.)/, '');
}
