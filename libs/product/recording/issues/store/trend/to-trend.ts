/** Added to both rates, so that a few events more or less do not look like a trend. */
const STEADY_EVENTS = 5;
/** Of an issue that has as many events as before. */
export const LEVEL_TREND = 100;

/** The column is an integer, which ends at 2,147,483,647 in PostgreSQL. */
const MOST_TREND = 1_000_000;

/** Hundredths of the rate of the days before, as `TrendStore` says; at most `MOST_TREND`. */
export function toTrend({
  lastDay,
  weekBefore,
}: {
  readonly lastDay: number;
  readonly weekBefore: number;
}): number {
  const rate = (lastDay + STEADY_EVENTS) / (weekBefore / 7 + STEADY_EVENTS);
  return Math.min(Math.round(LEVEL_TREND * rate), MOST_TREND);
}
