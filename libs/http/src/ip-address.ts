import { isIP, SocketAddress } from 'node:net';

/** Some proxies name a port, too. */
const WITH_PORT = /^(?:\[(?<v6>[^\]]+)\](?::\d{1,5})?|(?<v4>[\d.]+):\d{1,5})$/;
const MAPPED = /^::ffff:(?<v4>[\d.]+)$/;

/**
 * The one spelling of an IP address, of at most 45 characters: one that IPv6 only maps as IPv4, and without a zone, which
 * means something on its own machine alone. Undefined of what is none.
 */
export function toIpAddress(text: string): string | undefined {
  const { v6, v4 } = WITH_PORT.exec(text)?.groups ?? {};
  const address = (v6 ?? v4 ?? text).replace(/%.*$/s, '');
  const version = isIP(address);
  if (version !== 6) return version === 4 ? address : undefined;
  const short = new SocketAddress({ address, family: 'ipv6' }).address;
  return MAPPED.exec(short)?.groups?.['v4'] ?? short;
}
