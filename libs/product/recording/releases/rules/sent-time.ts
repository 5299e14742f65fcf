/** Older clients and bundler plugins send seconds since the epoch. */
const SECONDS = /^\d{1,11}$/;
const WITHOUT_ZONE = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/;
/** After the year 9999 no date can be written as ISO 8601 with four digits. */
const LATEST_MS = Date.UTC(9999, 11, 31);

/** Milliseconds since the epoch of a time as clients send it; undefined where it is none. Without a zone it is of UTC. */
export function readSentTime(text: string): number | undefined {
  const ms = toMs(text.trim());
  return ms >= 0 && ms <= LATEST_MS ? ms : undefined;
}

function toMs(text: string): number {
  if (SECONDS.test(text)) return Number(text) * 1000;
  return Date.parse(WITHOUT_ZONE.test(text) ? `${text}Z` : text);
}
