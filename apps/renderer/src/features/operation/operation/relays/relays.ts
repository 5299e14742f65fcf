import type { LookupAddress } from 'node:dns';
import { listAddresses } from '../../../../rendering/index.ts';
import { RelayOperator, type RelayOperatorParts } from './relay-operator.ts';

export interface FoundRelay {
  /** Absent when the host of `RELAY_URL` resolves to a single address. */
  readonly address?: { readonly text: string; readonly family: number };
  readonly operator: Pick<RelayOperator, 'describe'>;
}

/** Finds a relay for each address that the host of `RELAY_URL` has at the moment. */
export class Relays {
  constructor(private readonly parts: Omit<RelayOperatorParts, 'at'>) {}

  /**
   * Resolves with at least one relay, in a stable order, even when no relay answers. Never rejects.
   */
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
