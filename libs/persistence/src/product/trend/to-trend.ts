/** Added to both rates, so that a few events more or less do not look like a trend. */
const STEADY_EVENTS = 5;
/** Of an issue that has as many events as before. */
export const LEVEL_TREND = 100;

/** Hundredths of the rate of the days before, as `TrendStore` says. */
export function toTrend({
  lastDay,
  weekBefore,
}: {
  readonly lastDay: number;
  readonly weekBefore: number;
}): number {
  return Math.round((LEVEL_TREND * (lastDay + STEADY_EVENTS)) / (weekBefore / 7 + STEADY_EVENTS));
}
