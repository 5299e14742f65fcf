import type { CountSpan } from '#product/recording/counts';
import { retentionLimits } from '#shared';
import { recentTimes } from './event-filter.ts';
import type { Days, EventFilter } from './event-filter.ts';

const DAY_MS = 86_400_000;
/** The small chart of a row has no room for more bars. */
const MOST_BARS_IN_ROW = 30;

export interface TimeBars {
  readonly span: CountSpan;
  readonly label: string;
  readonly head: string;
}

export function toTimeBars(time: EventFilter['time'], nowMs: number): TimeBars {
  if (typeof time === 'object') return toDayBars(time, nowMs);
  const { words, unit, count } = recentTimes[time ?? '24h'];
  return {
    span: { unit, count, endMs: nowMs },
    label: `${words[0]!.toUpperCase()}${words.slice(1)}`,
    head: words.replace('last ', '').replace(/^hour$/, '1 hour'),
  };
}

export function toSpan({ time }: EventFilter, nowMs: number): CountSpan | undefined {
  return time === undefined ? undefined : toTimeBars(time, nowMs).span;
}

function toDayBars({ from, to }: Days, nowMs: number): TimeBars {
  const endMs = Date.parse(to);
  const count = Math.round((endMs - Date.parse(from)) / DAY_MS) + 1;
  // Shows one or two days by hours as long as Errata keeps their counts by hour.
  const hasHours = count <= 2 && Date.parse(from) > nowMs - retentionLimits.hoursKeptMs;
  const span: CountSpan = hasHours
    ? { unit: 'hour', count: count * 24, endMs: endMs + DAY_MS - 1 }
    : { unit: 'day', count, endMs };
  const head = count === 1 ? from.slice(5) : `${from.slice(5)} – ${to.slice(5)}`;
  return { span, label: from === to ? from : `${from} to ${to}`, head };
}

export function toBucketsPerBar({ count, unit }: CountSpan): number {
  return unit === 'minute' ? 2 : Math.ceil(count / MOST_BARS_IN_ROW);
}

export function toBarUnit({ unit }: CountSpan, perBar: number): string {
  return perBar === 1 ? `one ${unit}` : `${perBar} ${unit}s`;
}
