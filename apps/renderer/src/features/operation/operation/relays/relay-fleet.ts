import { Inject, Injectable } from '@nestjs/common';
import type { RelayOperation } from '#shared';
import type { RelayAnswer } from './relay-operator.ts';
import { Relays } from './relays.ts';
import { dropRepeatedRelays } from './seen-relays.ts';

export interface RelayView {
  readonly address?: string;
  readonly answer: RelayAnswer<RelayOperation>;
}

@Injectable()
export class RelayFleet {
  constructor(@Inject(Relays) private readonly relays: Pick<Relays, 'find'>) {}

  /**
   * Asks all relays for their state. Returns at least one entry, even when no relay answers.
   * Rejects only when the visitor leaves the page.
   */
  async describe(signal: AbortSignal): Promise<readonly RelayView[]> {
    const found = await this.relays.find();
    const asked = await Promise.all(
      found.map(async (relay) => ({ ...relay, answer: await relay.operator.describe(signal) })),
    );
    const seen = dropRepeatedRelays(asked);
    const areSeveral = seen.length > 1;
    return seen.map(({ address, answer }) => ({
      address: areSeveral && address ? address.text : undefined,
      answer,
    }));
  }
}
