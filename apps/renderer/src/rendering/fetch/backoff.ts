const FIRST_MS = 250;
const LONGEST_MS = 1000;

/**
 * Returns a random wait up to a bound, which doubles with each retry from 250 ms to 1 s. `retry`
 * counts from 0. Random waits keep pages that failed together from retrying together.
 */
export function toBackoffMs(retry: number, random: () => number): number {
  return random() * Math.min(LONGEST_MS, FIRST_MS * 2 ** retry);
}
