const FIRST_MS = 250;
const LONGEST_MS = 1000;

/**
 * Returns the wait before a retry (counted from 0): a random time up to a bound that doubles from
 * 250 ms to 1 s. The whole wait is random, so that pages that failed together do not retry
 * together.
 */
export function toBackoffMs(retry: number, random: () => number): number {
  return random() * Math.min(LONGEST_MS, FIRST_MS * 2 ** retry);
}
