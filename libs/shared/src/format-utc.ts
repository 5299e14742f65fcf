/** Last time that a `Date` can hold, in Unix milliseconds. SDKs may send later times. */
const MAX_DATE_MS = 8.64e15;

export function isDate(atMs: number): boolean {
  return Math.abs(atMs) <= MAX_DATE_MS;
}

/** Formats a time as `2026-03-04T12:41:07.250Z`. Returns undefined when a `Date` cannot hold it. */
export function toIsoTime(atMs: number): string | undefined {
  return isDate(atMs) ? new Date(atMs).toISOString() : undefined;
}

/** Formats a time as `2026-03-04 12:41:07 UTC`, regardless of locale and time zone. */
export function formatUtc(atMs: number): string {
  return formatIsoTime(toIsoTime(atMs));
}

export function formatIsoTime(iso: string | undefined): string {
  return iso === undefined ? 'unknown time' : `${iso.slice(0, -5).replace('T', ' ')} UTC`;
}
