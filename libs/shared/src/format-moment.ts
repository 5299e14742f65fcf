import { formatUtc, isDate } from './format-utc.ts';
import { isTimeZone } from './time-zone.ts';

export interface TimeFormat {
  readonly zone: string;
  /** BCP 47 language tag, or `iso` for `2026-11-26 21:04:07`. */
  readonly dates: string;
}

const MOST_KEPT = 50;

/** Formatters by zone and style. Creating a formatter takes a hundred times as long as using it. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/**
 * Formats a time in this zone and style, without the zone's name, which the foot of each page says.
 * Formats like `2026-11-26 20:04:07 UTC` when this machine does not know the zone.
 */
export function formatMoment(atMs: number, { zone, dates }: TimeFormat): string {
  if (!isDate(atMs)) return 'unknown time';
  if (zone === 'UTC' && dates === 'iso') return formatUtc(atMs).slice(0, -4);
  return toFormatter(zone, dates)?.format(atMs) ?? formatUtc(atMs);
}

/**
 * Returns a formatter, or undefined when this machine does not know the zone. Browsers and servers
 * learn new zones at different times.
 */
function toFormatter(zone: string, dates: string): Intl.DateTimeFormat | undefined {
  if (!isTimeZone(zone)) return undefined;
  const key = `${zone} ${dates}`;
  const known = formatters.get(key);
  if (known) return known;
  // The Swedish date format equals ISO 8601.
  const made =
    dates === 'iso'
      ? new Intl.DateTimeFormat('sv-SE', {
          year: 'numeric',
          month: '2-digit',
          day: '2-digit',
          hour: '2-digit',
          minute: '2-digit',
          second: '2-digit',
          timeZone: zone,
        })
      : new Intl.DateTimeFormat(dates, {
          dateStyle: 'medium',
          timeStyle: 'medium',
          timeZone: zone,
        });
  // The map is bounded, because zones and languages make thousands of pairs.
  if (formatters.size >= MOST_KEPT) formatters.clear();
  formatters.set(key, made);
  return made;
}
