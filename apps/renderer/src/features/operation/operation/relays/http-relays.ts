import type { LookupAddress } from 'node:dns';
import { listAddresses } from '../../../../rendering/index.ts';
import { HttpRelayOperator, type HttpRelayOperatorParts } from './http-relay-operator.ts';
import { type FoundRelay, Relays } from './relays.ts';

/** One for each address that the name in RELAY_URL has at the moment. */
export class HttpRelays extends Relays {
  constructor(private readonly parts: Omit<HttpRelayOperatorParts, 'at'>) {
    super();
  }

  override async find(): Promise<readonly FoundRelay[]> {
    const { port, protocol } = new URL(this.parts.relayUrl);
    const addresses = await listAddresses(this.parts.relayUrl);
    if (addresses.length < 2) return [{ operator: new HttpRelayOperator(this.parts) }];
    const shownPort = port === '' ? (protocol === 'https:' ? '443' : '80') : port;
    return addresses.map((at) => ({
      address: { text: `${toHost(at)}:${shownPort}`, family: at.family },
      operator: new HttpRelayOperator({ ...this.parts, at }),
    }));
  }
}

function toHost({ address, family }: LookupAddress): string {
  return family === 6 ? `[${address}]` : address;
}
