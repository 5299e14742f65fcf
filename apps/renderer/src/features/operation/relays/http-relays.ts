// By default, because those who run Errata, and specs, may put another function in its place.
import dns, { type LookupAddress } from 'node:dns';
import { HttpRelayOperator, type HttpRelayOperatorParts } from './http-relay-operator.ts';
import { type FoundRelay, Relays } from './relays.ts';

/** One for each address that the name in RELAY_URL has at the moment. */
export class HttpRelays extends Relays {
  constructor(private readonly parts: Omit<HttpRelayOperatorParts, 'at'>) {
    super();
  }

  override async find(): Promise<readonly FoundRelay[]> {
    const { hostname, port, protocol } = new URL(this.parts.relayUrl);
    const addresses = await listAddresses(hostname.replaceAll(/^\[|\]$/g, ''));
    if (addresses.length < 2) return [{ operator: new HttpRelayOperator(this.parts) }];
    const shownPort = port === '' ? (protocol === 'https:' ? '443' : '80') : port;
    return addresses.map((at) => ({
      address: { text: `${toHost(at)}:${shownPort}`, family: at.family },
      operator: new HttpRelayOperator({ ...this.parts, at }),
    }));
  }
}

/** None when that cannot be found out: whoever asks by the name is told so. */
async function listAddresses(hostname: string): Promise<LookupAddress[]> {
  const found = await new Promise<LookupAddress[]>((resolve) => {
    dns.lookup(hostname, { all: true }, (error, all) => resolve(error ? [] : all));
  });
  const byText = new Map(found.map((each) => [each.address, each]));
  return [...byText.values()].toSorted(compareAddresses);
}

/** IPv4 first, each by its numbers: name servers change their order. */
function compareAddresses(a: LookupAddress, b: LookupAddress): number {
  return a.family - b.family || a.address.localeCompare(b.address, 'en', { numeric: true });
}

function toHost({ address, family }: LookupAddress): string {
  return family === 6 ? `[${address}]` : address;
}
