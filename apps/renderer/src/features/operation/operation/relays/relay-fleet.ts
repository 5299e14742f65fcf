import { Inject, Injectable } from '@nestjs/common';
import type { RelayOperation } from '#shared';
import type { RelayAnswer } from './relay-operator.ts';
import { Relays } from './relays.ts';
import { dropEchoes } from './seen-relays.ts';

export interface RelayView {
  /** Absent where there is one relay alone. */
  readonly address?: string;
  readonly answer: RelayAnswer<RelayOperation>;
}

/** All relays, as one. Nothing rejects but for the visitor's leaving. */
@Injectable()
export class RelayFleet {
  constructor(@Inject(Relays) private readonly relays: Pick<Relays, 'find'>) {}

  /** At least one. */
  async describe(signal: AbortSignal): Promise<readonly RelayView[]> {
    const found = await this.relays.find();
    const asked = await Promise.all(
      found.map(async (relay) => ({ ...relay, answer: await relay.operator.describe(signal) })),
    );
    const seen = dropEchoes(asked);
    const areSeveral = seen.length > 1;
    return seen.map(({ address, answer }) => ({
      ...(areSeveral && address ? { address: address.text } : {}),
      answer,
    }));
  }
}
