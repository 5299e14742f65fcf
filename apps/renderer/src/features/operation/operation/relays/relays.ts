import type { RelayOperator } from './relay-operator.ts';

export interface FoundRelay {
  /** Where it is; absent where there is one alone, by its name. */
  readonly address?: { readonly text: string; readonly family: number };
  readonly operator: RelayOperator;
}

/** The relays that the renderer knows. */
export abstract class Relays {
  /** At least one, in an order that stays; it may be that nobody answers there. Never rejects. */
  abstract find(): Promise<readonly FoundRelay[]>;
}
