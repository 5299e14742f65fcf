const FIRST_MS = 250;
const LONGEST_MS = 1000;

/**
 * How long to wait before a retry, counted from 0: anything from nothing up to a bound that doubles
 * from 250 ms to 1 s. All of it is chance, so that the pages an upstream has failed together do not
 * come back together.
 */
export function toBackoffMs(retry: number, random: () => number): number {
  return random() * Math.min(LONGEST_MS, FIRST_MS * 2 ** retry);
}
