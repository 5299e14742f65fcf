import { channelLimits } from '#shared';

const FIRST_MS = 10_000;
const FACTOR = 3;
/**
 * Share by which a wait varies at random. Messages that failed together are therefore not retried
 * together.
 */
const SPREAD = channelLimits.putOffMs / channelLimits.longestWaitMs - 1;

/**
 * Returns the wait after this many failed attempts: 10 s, 30 s, 90 s and so on, up to an hour, each
 * varied by a fifth. A wait that the receiver asks for takes precedence, also up to an hour.
 */
export function toWaitMs(
  attempts: number,
  retryAfterMs: number | undefined,
  random: () => number = Math.random,
): number {
  const { longestWaitMs } = channelLimits;
  if (retryAfterMs !== undefined) return Math.min(Math.max(retryAfterMs, 1000), longestWaitMs);
  const waitMs = Math.min(FIRST_MS * FACTOR ** Math.max(0, attempts - 1), longestWaitMs);
  return Math.round(waitMs * (1 - SPREAD + 2 * SPREAD * random()));
}
