import type { ReportsState } from './console.dto.ts';

const BEHIND_FROM_MS = 30_000;

export interface RelayQueues {
  /** Age of the oldest report that waits at any relay; 0 when no report waits. */
  readonly oldestMs: number;
  readonly silent: number;
  /** Why a relay refuses reports; absent while all take them. */
  readonly refusal?: string | undefined;
}

export const unreachable: ReportsState = { silence: 'The relay does not answer.' };

export function toReportsState({ oldestMs, silent, refusal }: RelayQueues): ReportsState {
  return {
    refusal,
    behindMs: oldestMs > BEHIND_FROM_MS ? oldestMs : undefined,
    silence: silent > 0 ? describeSilence(silent) : undefined,
  };
}

function describeSilence(relays: number): string {
  return relays === 1 ? 'One relay does not answer.' : `${relays} relays do not answer.`;
}
