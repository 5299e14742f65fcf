import { findLargestUnit, formatLargestUnit, formatMoment, isDate, toIsoTime } from '#shared';

export { formatIsoTime, toIsoTime } from '#shared';

/** Formats like `2026-03-04 12:41:07`, for sentences. The browser writes it like the server. */
export function formatIn(zone: string, atMs: number): string {
  return formatMoment(atMs, { zone, dates: 'iso' });
}

/** Formats like `12:41`. */
export function formatClock(zone: string, atMs: number): string {
  return formatIn(zone, atMs).replace(/^.* (\d\d:\d\d):\d\d/, '$1');
}

/**
 * Formats like `3 min`, for columns of ages. Times within the last minute and in the future become
 * `now`.
 */
export function formatAge(atMs: number, nowMs: number): string {
  if (!isDate(atMs)) return 'unknown';
  const size = findLargestUnit(nowMs - atMs);
  return size ? `${size.count} ${size.unit.short}` : 'now';
}

/**
 * Formats like `3 min ago`. A time less than a minute before or after now becomes `just now`,
 * because clocks differ that much.
 */
export function formatAgo(atMs: number, nowMs: number): string {
  if (!isDate(atMs)) return 'unknown';
  const size = findLargestUnit(Math.abs(nowMs - atMs));
  if (!size) return 'just now';
  const text = `${size.count} ${size.unit.short}`;
  return atMs > nowMs ? `in ${text}` : `${text} ago`;
}

/** Formats like `3 minutes ago`. */
export function formatAgoInWords(atMs: number, nowMs: number): string {
  if (toIsoTime(atMs) === undefined) return 'unknown';
  const words = formatLargestUnit(Math.abs(nowMs - atMs));
  if (!words) return 'just now';
  return atMs > nowMs ? `in ${words}` : `${words} ago`;
}
