import { isIP, SocketAddress } from 'node:net';

/**
 * Matches an IPv6 address in brackets, or an address followed by a port, which some proxies append.
 */
const WITH_PORT = /^(?:\[(?<v6>[^\]]+)\](?::\d{1,5})?|(?<v4>[\d.]+):\d{1,5})$/;
const MAPPED = /^::ffff:(?<v4>[\d.]+)$/;

/**
 * Normalises an IP address to at most 45 characters. IPv4-mapped IPv6 becomes IPv4. The zone is
 * removed, because it means something only on its own machine. Returns undefined when the text is
 * not an address.
 */
export function toIpAddress(text: string): string | undefined {
  const { v6, v4 } = WITH_PORT.exec(text)?.groups ?? {};
  const address = (v6 ?? v4 ?? text).replace(/%.*$/s, '');
  const version = isIP(address);
  if (version !== 6) return version === 4 ? address : undefined;
  const short = new SocketAddress({ address, family: 'ipv6' }).address;
  return MAPPED.exec(short)?.groups?.['v4'] ?? short;
}
