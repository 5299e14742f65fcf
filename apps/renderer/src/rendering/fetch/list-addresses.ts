// By default, because those who run Errata, and specs, may put another function in its place.
import dns, { type LookupAddress } from 'node:dns';

/**
 * The addresses that the name in an URL has at the moment, each once: IPv4 first, by their numbers, for name servers change
 * their order. None when that cannot be found out: whoever asks by the name is told so.
 */
export async function listAddresses(url: string): Promise<LookupAddress[]> {
  const hostname = new URL(url).hostname.replaceAll(/^\[|\]$/g, '');
  const found = await new Promise<LookupAddress[]>((resolve) => {
    dns.lookup(hostname, { all: true }, (error, all) => resolve(error ? [] : all));
  });
  const byText = new Map(found.map((each) => [each.address, each]));
  return [...byText.values()].toSorted(compareAddresses);
}

function compareAddresses(a: LookupAddress, b: LookupAddress): number {
  return a.family - b.family || a.address.localeCompare(b.address, 'en', { numeric: true });
}
