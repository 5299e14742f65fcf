import { formatUtc, isDate } from './format-utc.ts';
import { isTimeZone } from './time-zone.ts';

/** The zone and the style of times. */
export interface TimeFormat {
  /** Name of a time zone. */
  readonly zone: string;
  /** A language as BCP 47 has it; `iso`: 2026-11-26 21:04:07. */
  readonly dates: string;
}

const MOST_KEPT = 50;

/** Making one takes a hundred times as long as using it. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/** `2026-11-26 21:04:07` in the zone, or as its language writes it. UTC says so: `2026-11-26 20:04:07 UTC`, and stands in for a zone that this machine does not know. */
export function formatMoment(atMs: number, { zone, dates }: TimeFormat): string {
  if (!isDate(atMs)) return 'unknown time';
  if (zone === 'UTC' && dates === 'iso') return formatUtc(atMs);
  const text = toFormatter(zone, dates)?.format(atMs);
  if (text === undefined) return formatUtc(atMs);
  return zone === 'UTC' ? `${text} UTC` : text;
}

/** Undefined where this machine does not know the zone: browsers and servers learn of new ones at different times. */
function toFormatter(zone: string, dates: string): Intl.DateTimeFormat | undefined {
  if (!isTimeZone(zone)) return undefined;
  const key = `${zone} ${dates}`;
  const known = formatters.get(key);
  if (known) return known;
  // Sweden writes dates as ISO 8601 has them.
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
  // People choose from thousands of pairs.
  if (formatters.size >= MOST_KEPT) formatters.clear();
  formatters.set(key, made);
  return made;
}
