/** Addresses that begin with the same bits: an IPv4 or IPv6 network. */
export interface Network {
  readonly family: 4 | 6;
  /** The first address, as a number. */
  readonly first: bigint;
  /** How many bits of an address say the place in the network. */
  readonly hostBits: bigint;
}

interface Address {
  readonly family: 4 | 6;
  readonly value: bigint;
}

const BITS = { 4: 32, 6: 128 } as const;

/** `::ffff:0:0/96`: IPv4 as IPv6 writes it. */
const MAPPED = 0xffffn << 32n;

/**
 * An address, or a network as CIDR writes it (RFC 4632, RFC 4291): `203.0.113.7`, `10.0.0.0/8`, `2001:db8::/32`. The bits
 * behind the prefix may be anything. Undefined for anything else, and for a prefix of 0, which is everybody.
 */
export function parseNetwork(text: string): Network | undefined {
  const [written = '', prefix, ...more] = text.split('/');
  const address = parseAddress(written);
  if (!address || more.length > 0) return undefined;
  const isMapped = address.family === 4 && written.includes(':');
  const bits = BITS[address.family];
  if (prefix === undefined) return toNetwork(address, bits);
  if (!/^\d{1,3}$/.test(prefix)) return undefined;
  const length = Number(prefix) - (isMapped ? 96 : 0);
  return length >= 1 && length <= bits ? toNetwork(address, length) : undefined;
}

/** Whether an address is in one of the networks. IPv4 in IPv6 is IPv4. What is no address is in none. */
export function isInNetworks(networks: readonly Network[], text: string): boolean {
  const address = parseAddress(text);
  if (!address) return false;
  return networks.some(
    ({ family, first, hostBits }) =>
      family === address.family && address.value >> hostBits === first >> hostBits,
  );
}

function toNetwork({ family, value }: Address, prefixLength: number): Network {
  const hostBits = BigInt(BITS[family] - prefixLength);
  return { family, first: (value >> hostBits) << hostBits, hostBits };
}

function parseAddress(text: string): Address | undefined {
  const short = parseIpv4(text);
  if (short !== undefined) return { family: 4, value: short };
  const long = parseIpv6(text);
  if (long === undefined) return undefined;
  return long >> 32n === MAPPED >> 32n
    ? { family: 4, value: long & 0xffffffffn }
    : { family: 6, value: long };
}

/** Four decimal numbers; none begins with a zero, which some readers take for octal. */
function parseIpv4(text: string): bigint | undefined {
  const parts = text.split('.');
  const isGood = (part: string): boolean =>
    /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255;
  if (parts.length !== 4 || !parts.every(isGood)) return undefined;
  return parts.reduce((value, part) => (value << 8n) | BigInt(part), 0n);
}

/** Eight groups of up to four hex digits; `::` once for as many zeros as are missing; the last two may be IPv4. */
function parseIpv6(text: string): bigint | undefined {
  const sides = text.split('::');
  if (sides.length > 2) return undefined;
  const [head, tail] = sides.map(parseGroups);
  if (!head || (sides.length === 2 && !tail)) return undefined;
  const given = head.length + (tail?.length ?? 0);
  const missing = 8 - given;
  if (tail ? missing < 1 : missing !== 0) return undefined;
  const groups = [...head, ...Array.from({ length: missing }, () => 0), ...(tail ?? [])];
  return groups.reduce((value, group) => (value << 16n) | BigInt(group), 0n);
}

function parseGroups(text: string): readonly number[] | undefined {
  if (text === '') return [];
  const parts = text.split(':');
  const last = parseIpv4(parts.at(-1)!);
  const hex = last === undefined ? parts : parts.slice(0, -1);
  if (!hex.every((part) => /^[\da-f]{1,4}$/i.test(part))) return undefined;
  const groups = hex.map((part) => Number.parseInt(part, 16));
  return last === undefined ? groups : [...groups, Number(last >> 16n), Number(last & 0xffffn)];
}
