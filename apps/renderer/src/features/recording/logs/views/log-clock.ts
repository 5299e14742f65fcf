import { formatMoment, type TimeFormat } from '#shared';

/** Returns `10:30:32.104` in the zone of the page, which says its zone elsewhere. */
export function toClock(atMs: number, format: TimeFormat): string {
  const ms = String(((atMs % 1000) + 1000) % 1000).padStart(3, '0');
  return `${toIso(atMs, format).slice(11, 19)}.${ms}`;
}

/** Returns `10:30`. */
export function toMinute(atMs: number, format: TimeFormat): string {
  return toIso(atMs, format).slice(11, 16);
}

/** Returns `2026-01-05`. */
export function toDay(atMs: number, format: TimeFormat): string {
  return toIso(atMs, format).slice(0, 10);
}

/** Returns `2026-01-05 10:30`. */
export function toMoment(atMs: number, format: TimeFormat): string {
  return `${toDay(atMs, format)} ${toMinute(atMs, format)}`;
}

/** Returns `10:20 to 10:30`, with days where the bounds have different ones. */
export function toSpan(fromMs: number, beforeMs: number, format: TimeFormat): string {
  const days = [fromMs, beforeMs].map((atMs) => toDay(atMs, format));
  return days[0] === days[1]
    ? `${toMinute(fromMs, format)} to ${toMinute(beforeMs, format)}`
    : `${toMoment(fromMs, format)} to ${toMoment(beforeMs, format)}`;
}

function toIso(atMs: number, { zone }: TimeFormat): string {
  return formatMoment(atMs, { zone, dates: 'iso' });
}
