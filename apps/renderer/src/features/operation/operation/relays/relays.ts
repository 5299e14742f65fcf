import type { LookupAddress } from 'node:dns';
import { listAddresses } from '../../../../rendering/index.ts';
import { RelayOperator, type RelayOperatorParts } from './relay-operator.ts';

export interface FoundRelay {
  /** Where it is; absent where there is one alone, by its name. */
  readonly address?: { readonly text: string; readonly family: number };
  readonly operator: Pick<RelayOperator, 'describe'>;
}

/** The relays that the renderer knows: one for each address that the name in RELAY_URL has at the moment. */
export class Relays {
  constructor(private readonly parts: Omit<RelayOperatorParts, 'at'>) {}

  /** At least one, in an order that stays; it may be that nobody answers there. Never rejects. */
  async find(): Promise<readonly FoundRelay[]> {
    const { port, protocol } = new URL(this.parts.relayUrl);
    const addresses = await listAddresses(this.parts.relayUrl);
    if (addresses.length < 2) return [{ operator: new RelayOperator(this.parts) }];
    const shownPort = port === '' ? (protocol === 'https:' ? '443' : '80') : port;
    return addresses.map((at) => ({
      address: { text: `${toHost(at)}:${shownPort}`, family: at.family },
      operator: new RelayOperator({ ...this.parts, at }),
    }));
  }
}

function toHost({ address, family }: LookupAddress): string {
  return family === 6 ? `[${address}]` : address;
}
