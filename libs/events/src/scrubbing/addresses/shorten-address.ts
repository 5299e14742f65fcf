const IPV4 = /^(?:\d{1,3}\.){3}\d{1,3}$/;
const HEX_GROUP = /^[\da-f]{1,4}$/i;
const IPV6_GROUPS = 8;
/** An IPv6 address keeps its first 48 bits, which identify a site, not a device. */
const KEPT_GROUPS = 3;

/**
 * A loopback address identifies no user: it belongs to a proxy on the same machine, or to a
 * developer who tries the SDK.
 */
export function isLoopback(address: string): boolean {
  return /^(?:127\.|::1$|0:0:0:0:0:0:0:1$|::ffff:127\.|localhost$)/i.test(address);
}

/**
 * Drops the last octet of IPv4, or the last 80 bits of IPv6: `203.0.113.7` becomes `203.0.113.0`,
 * and `2001:db8:85a3:8d3::7` becomes `2001:db8:85a3::`. Loopback addresses stay. Returns undefined
 * when the text is no address.
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

function toGroups(address: string): string[] | undefined {
  const halves = address.split('::');
  if (halves.length > 2) return undefined;
  const [head = [], tail = []] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const missing = IPV6_GROUPS - head.length - tail.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return undefined;
  const groups = [...head, ...Array.from({ length: missing }, () => '0'), ...tail];
  return groups.every((group) => HEX_GROUP.test(group)) ? groups : undefined;
}
