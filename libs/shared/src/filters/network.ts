export interface Network {
  readonly family: 4 | 6;
  readonly first: bigint;
  /** Number of bits at the end in which the network's addresses differ. */
  readonly hostBits: bigint;
}

interface Address {
  readonly family: 4 | 6;
  readonly value: bigint;
}

const BITS = { 4: 32, 6: 128 } as const;

/** IPv4 addresses written as IPv6: `::ffff:0:0/96`. */
const MAPPED = 0xffffn << 32n;

/**
 * Parses an address, or a network in CIDR notation (RFC 4632, RFC 4291): `203.0.113.7`,
 * `10.0.0.0/8`, `2001:db8::/32`. Ignores the bits after the prefix. Returns undefined for anything
 * else, and for a prefix of 0, which would match every address.
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

/**
 * Treats an IPv4 address that is written as IPv6 as IPv4. Returns false when the text is not an
 * address.
 */
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

/** Refuses numbers with a leading zero, because some programs read them as octal. */
function parseIpv4(text: string): bigint | undefined {
  const parts = text.split('.');
  const isGood = (part: string): boolean =>
    /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255;
  if (parts.length !== 4 || !parts.every(isGood)) return undefined;
  return parts.reduce((value, part) => (value << 8n) | BigInt(part), 0n);
}

/** Allows one `::`, and an IPv4 address in place of the last two groups. */
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
