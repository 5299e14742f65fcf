/** Lengths are characters. */

const DAY_MS = 86_400_000;

export const idLength = 200;
/** Both lengths are those for events. */
export const releaseLength = 200;
export const environmentLength = 64;
/** Entries of one item of aggregates. SDKs send one for each minute. */
export const aggregates = 1000;
/** Sessions that one entry may count. */
export const counted = 1_000_000;
/** Sessions that began earlier, by the corrected clock, count when they are received. */
export const startedWithinMs = 5 * DAY_MS;
/**
 * New pairs of release and environment that a key may bring on a day, and how many more each hour.
 * Others count together.
 */
export const pairsPerDay = 500;
export const pairsPerHour = 20;
/**
 * How long the end of a session is remembered, so that its later updates do not count again. They
 * may come for `startedWithinMs`.
 */
export const endsKeptMs = startedWithinMs + DAY_MS;
/** Ends and beginnings of a project that are remembered. Beyond that, each update counts. */
export const endsKept = 100_000;
export const hoursKeptMs = 30 * DAY_MS;
export const daysKeptMs = 90 * DAY_MS;
