import type { Search } from '#shared';

/** Periods that a filter can name, as a number of minutes, hours or days. */
export const recentTimes = {
  '1h': { words: 'last hour', unit: 'minute', count: 60 },
  '24h': { words: 'last 24 hours', unit: 'hour', count: 24 },
  '7d': { words: 'last 7 days', unit: 'day', count: 7 },
  '14d': { words: 'last 14 days', unit: 'day', count: 14 },
  '30d': { words: 'last 30 days', unit: 'day', count: 30 },
  '90d': { words: 'last 90 days', unit: 'day', count: 90 },
} as const;

export type RecentTime = keyof typeof recentTimes;

/** Days in UTC (`2026-01-05`), both included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

export interface EventFilter {
  readonly environment?: string;
  readonly release?: string;
  readonly time?: RecentTime | Days;
}

export function isFiltering({ environment, release, time }: EventFilter): boolean {
  return (environment ?? release ?? time) !== undefined;
}

export function withoutTime({ time: _time, ...filter }: EventFilter): EventFilter {
  return filter;
}

/** A search cannot express the filter's time, so the returned search leaves out the time. */
export function toFilterSearch({ environment, release }: EventFilter): Search {
  const term = { isNegated: false, at: 0, end: 0 };
  return [
    ...(environment === undefined
      ? []
      : [{ ...term, kind: 'name', key: 'environment', values: [[environment]] } as const]),
    ...(release === undefined
      ? []
      : [{ ...term, kind: 'release', key: 'release', values: [[release]] } as const]),
  ];
}

/** Returns the parameters for an address: `environment=production&time=24h`. */
export function printFilter({ environment, release, time }: EventFilter): string {
  const days = typeof time === 'object' ? time : undefined;
  const parameters = {
    environment,
    release,
    time: days ? undefined : (time as RecentTime | undefined),
    from: days?.from,
    to: days?.to,
  };
  return Object.entries(parameters)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encodeValue(value)}`]))
    .join('&');
}

/** Leaves `@`, `:` and `/` readable, which have no meaning in a query string. */
function encodeValue(value: string): string {
  return encodeURIComponent(value)
    .replaceAll('%40', '@')
    .replaceAll('%3A', ':')
    .replaceAll('%2F', '/')
    .replaceAll('%20', '+');
}

/** Describes the filter: `environment production, release 1.4.2, last 14 days`. */
export function describeFilter({ environment, release, time }: EventFilter): string {
  return [
    ...(environment === undefined ? [] : [`environment ${environment}`]),
    ...(release === undefined ? [] : [`release ${release}`]),
    ...(time === undefined ? [] : [describeTime(time)]),
  ].join(', ');
}

function describeTime(time: RecentTime | Days): string {
  if (typeof time === 'string') return recentTimes[time].words;
  return time.from === time.to ? `on ${time.from}` : `${time.from} to ${time.to}`;
}
