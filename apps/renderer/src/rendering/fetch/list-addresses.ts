// The default import lets operators and specs replace `dns.lookup`.
import dns, { type LookupAddress } from 'node:dns';

/**
 * Returns the current addresses of the host in a URL, without duplicates. Sorts them, IPv4 first,
 * because name servers vary the order. Returns an empty list when the lookup fails; a request to
 * the URL then fails with the reason.
 *
 * ```ts
 * const relays = await listAddresses('http://relay:3001');
 * // [{ address: '10.0.0.2', family: 4 }, { address: '10.0.0.10', family: 4 }]
 * ```
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
