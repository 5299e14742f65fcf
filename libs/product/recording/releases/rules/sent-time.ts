/** Older clients and bundler plugins send seconds since the epoch. */
const SECONDS = /^\d{1,11}$/;
const WITHOUT_ZONE = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/;
/** Later dates cannot be written in ISO 8601 with a year of four digits. */
const LATEST_MS = Date.UTC(9999, 11, 31);

/**
 * Parses a time as clients send it, to milliseconds since the epoch. Returns undefined when the
 * text is not a time. A time without a zone is UTC.
 */
export function readSentTime(text: string): number | undefined {
  const ms = toMs(text.trim());
  return ms >= 0 && ms <= LATEST_MS ? ms : undefined;
}

function toMs(text: string): number {
  if (SECONDS.test(text)) return Number(text) * 1000;
  return Date.parse(WITHOUT_ZONE.test(text) ? `${text}Z` : text);
}
