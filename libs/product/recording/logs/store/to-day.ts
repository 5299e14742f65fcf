import { DAY_MS } from '#persistence/stores';

/** Returns the UTC day of a time, as `2026-01-31`. */
export function toDay(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}

/** Returns the first day that is kept for `days` days, the present one included. */
export function toFirstDay(nowMs: number, days: number): string {
  return toDay(nowMs - (days - 1) * DAY_MS);
}
