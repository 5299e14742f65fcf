const HOUR_MS = 3_600_000;

/**
 * Names of segments that a project counts one by one, those that were seen most in seven days. Until
 * the next hour chooses, as many more have a place, and 100 that come often among the others.
 */
export const segmentNames = 500;
/** Operations that a segment counts one by one, those with most time. They are chosen as segments. */
export const operationNames = 50;
/** Releases of a segment on a day that are counted beside the total. */
export const releases = 10;
export const fiveMinutesKeptMs = 2 * HOUR_MS;
export const hoursKeptMs = 72 * HOUR_MS;
export const daysKeptMs = 90 * 24 * HOUR_MS;
/** The same bytes count once within this time. */
export const itemKeptMs = HOUR_MS;
/** Items that are remembered for this. */
export const items = 1_000_000;
/** Rows of a project that may wait to be added to the counts, and sums of such a row. */
export const arrivals = 500;
export const sumsPerArrival = 300;
/** Part of the storage budget that counts of all projects may use. */
export const budgetShare = 1 / 10;
export const perPage = 50;
