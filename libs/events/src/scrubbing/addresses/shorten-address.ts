const IPV4 = /^(?:\d{1,3}\.){3}\d{1,3}$/;
const HEX_GROUP = /^[\da-f]{1,4}$/i;
const IPV6_GROUPS = 8;
/** Of IPv6 48 bits stay: those of a site. */
const KEPT_GROUPS = 3;

/** Nobody is at the other end of a loopback: a proxy on the same machine, or a try by hand. */
export function isLoopback(address: string): boolean {
  return /^(?:127\.|::1$|0:0:0:0:0:0:0:1$|::ffff:127\.|localhost$)/i.test(address);
}

/**
 * An address without the last octet of IPv4, or the last 80 bits of IPv6: `203.0.113.7` is `203.0.113.0`, and
 * `2001:db8:85a3:8d3::7` is `2001:db8:85a3::`. A loopback stays as it is. Undefined for what is no address.
 */
export function shortenAddress(address: string): string | undefined {
  if (isLoopback(address)) return address;
  if (IPV4.test(address)) return address.replace(/\d+$/, '0');
  const [plain = ''] = address.split('%', 1);
  const mapped = /^(::(?:ffff:)?)((?:\d{1,3}\.){3})\d{1,3}$/i.exec(plain);
  if (mapped) return `${mapped[1]}${mapped[2]}0`;
  const groups = toGroups(plain);
  if (!groups) return undefined;
  const kept = groups.slice(0, KEPT_GROUPS).map((group) => group.toLowerCase());
  while (kept.length > 0 && /^0+$/.test(kept.at(-1)!)) kept.pop();
  return `${kept.join(':')}::`;
}

/** The eight groups of an IPv6 address; undefined for what is none. */
function toGroups(address: string): string[] | undefined {
  const halves = address.split('::');
  if (halves.length > 2) return undefined;
  const [head = [], tail = []] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const missing = IPV6_GROUPS - head.length - tail.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return undefined;
  const groups = [...head, ...Array.from({ length: missing }, () => '0'), ...tail];
  return groups.every((group) => HEX_GROUP.test(group)) ? groups : undefined;
}
