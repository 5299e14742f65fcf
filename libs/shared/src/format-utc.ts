/** Last instant that a `Date` can hold. Clocks of SDKs may send anything. */
const MAX_DATE_MS = 8.64e15;

export function isDate(atMs: number): boolean {
  return Math.abs(atMs) <= MAX_DATE_MS;
}

/**
 * Formats as `2026-03-04T12:41:07.250Z`. Returns undefined when a `Date` cannot hold the instant.
 */
export function toIsoTime(atMs: number): string | undefined {
  return isDate(atMs) ? new Date(atMs).toISOString() : undefined;
}

/** Formats as `2026-03-04 12:41:07 UTC`, the same in every locale and time zone. */
export function formatUtc(atMs: number): string {
  return formatIsoTime(toIsoTime(atMs));
}

/** Formats the result of `toIsoTime` like `formatUtc`. */
export function formatIsoTime(iso: string | undefined): string {
  return iso === undefined ? 'unknown time' : `${iso.slice(0, -5).replace('T', ' ')} UTC`;
}
