/** The last instant a Date can hold; clocks of SDKs say anything. */
const MAX_DATE_MS = 8.64e15;

/** Whether any calendar has that instant. */
export function isDate(atMs: number): boolean {
  return Math.abs(atMs) <= MAX_DATE_MS;
}

/** `2026-03-04T12:41:07.250Z`; undefined when no calendar has that instant. */
export function toIsoTime(atMs: number): string | undefined {
  return isDate(atMs) ? new Date(atMs).toISOString() : undefined;
}

/** `2026-03-04 12:41:07 UTC`, the same in every locale and time zone. */
export function formatUtc(atMs: number): string {
  return formatIsoTime(toIsoTime(atMs));
}

/** The same of what toIsoTime gives. */
export function formatIsoTime(iso: string | undefined): string {
  return iso === undefined ? 'unknown time' : `${iso.slice(0, -5).replace('T', ' ')} UTC`;
}
