const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const UNITS = [
  { ms: 365 * DAY, short: 'y', word: 'year' },
  { ms: 30 * DAY, short: 'mo', word: 'month' },
  { ms: DAY, short: 'd', word: 'day' },
  { ms: HOUR, short: 'h', word: 'hour' },
  { ms: MINUTE, short: 'min', word: 'minute' },
] as const;

/**
 * Returns the largest unit that fits into the duration, and the number of these units, rounded
 * down. Returns undefined under a minute.
 */
export function findLargestUnit(
  ms: number,
): { readonly count: number; readonly unit: (typeof UNITS)[number] } | undefined {
  const unit = UNITS.find((candidate) => ms >= candidate.ms);
  return unit && { count: Math.floor(ms / unit.ms), unit };
}

/** Formats a duration as `3 minutes`, rounded down. Returns undefined under a minute. */
export function formatLargestUnit(ms: number): string | undefined {
  const size = findLargestUnit(ms);
  return size && `${size.count} ${size.unit.word}${size.count === 1 ? '' : 's'}`;
}

/** Formats a duration as `42 seconds` or `3 minutes`, rounded down. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / SECOND));
  return formatLargestUnit(ms) ?? `${seconds} second${seconds === 1 ? '' : 's'}`;
}
