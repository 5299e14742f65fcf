/** Added to both rates, so that a few events more or less do not look like a trend. */
const STEADY_EVENTS = 5;
export const LEVEL_TREND = 100;

/** The column is an integer, which ends at 2,147,483,647 in PostgreSQL. */
const MOST_TREND = 1_000_000;

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
