import { channelLimits } from '#shared';

const FIRST_MS = 10_000;
const FACTOR = 3;
/** Spreads retries, so that messages that failed together do not come back together. */
const SPREAD = 0.2;

/**
 * Returns the wait after so many failed attempts: 10 s, 30 s, 90 s, … up to an hour, a fifth more
 * or less. A wait that the receiver asks for takes precedence, also up to an hour.
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
