import type { ReportsState } from './console.dto.ts';

/** Reports older than this count as behind. */
const BEHIND_FROM_MS = 30_000;

/** What all relays of a name say of the reports on their way. */
export interface RelayQueues {
  /** Age of the oldest report that waits at any of them, 0 when there is none. */
  readonly oldestMs: number;
  /** Relays of which nobody knows. */
  readonly silent: number;
}

export const unreachable: ReportsState = { silence: 'The relay does not answer.' };

export function toReportsState({ oldestMs, silent }: RelayQueues): ReportsState {
  return {
    ...(oldestMs > BEHIND_FROM_MS ? { behindMs: oldestMs } : {}),
    ...(silent > 0 ? { silence: describeSilence(silent) } : {}),
  };
}

function describeSilence(relays: number): string {
  return relays === 1 ? 'One relay does not answer.' : `${relays} relays do not answer.`;
}
