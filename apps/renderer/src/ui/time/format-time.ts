import { findLargestUnit, formatLargestUnit } from '#shared';

/** The last instant a Date can hold; clocks of SDKs say anything. */
const MAX_DATE_MS = 8.64e15;

function isDate(atMs: number): boolean {
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

/** `12:41 UTC`. */
export function formatUtcMinute(atMs: number): string {
  const iso = toIsoTime(atMs);
  return iso === undefined ? 'unknown time' : `${iso.slice(-13, -8)} UTC`;
}

/** `3 min ago`, for columns. Under a minute either way it is `just now`: clocks differ that much. */
export function formatAgo(atMs: number, nowMs: number): string {
  if (!isDate(atMs)) return 'unknown';
  const size = findLargestUnit(Math.abs(nowMs - atMs));
  if (!size) return 'just now';
  const text = `${size.count} ${size.unit.short}`;
  return atMs > nowMs ? `in ${text}` : `${text} ago`;
}

/** `3 minutes ago`. */
export function formatAgoInWords(atMs: number, nowMs: number): string {
  if (toIsoTime(atMs) === undefined) return 'unknown';
  const words = formatLargestUnit(Math.abs(nowMs - atMs));
  if (!words) return 'just now';
  return atMs > nowMs ? `in ${words}` : `${words} ago`;
}
