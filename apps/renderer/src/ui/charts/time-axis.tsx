import type { ReactNode } from 'react';
import { formatIn } from '../time/format-time.ts';

const DAY_MS = 86_400_000;
/** A centred text that is closer to an end than this share of the width may leave the chart. */
const NEAR_END = 0.12;

export interface PlacedName {
  readonly name: string;
  /** Position as a share of the width, from 0 to 1. */
  readonly at: number;
  readonly anchor: 'start' | 'middle' | 'end';
}

export interface AxisTick {
  readonly atMs: number;
  readonly at: number;
}

/** Writes names of `layOutNames` above a chart, or times below it. */
export function namesOf(names: readonly PlacedName[], tone = ''): ReactNode {
  return names.length === 0 ? null : (
    <svg aria-hidden="true" className={`mark-names ${tone}`}>
      {names.map(({ name, at, anchor }) => (
        <text key={at} x={`${at * 100}%`} y="11" textAnchor={anchor}>
          {name}
        </text>
      ))}
    </svg>
  );
}

/**
 * Labels the times of `listTimeTicks` below a chart: `12:00`, or `03-04` where ticks are days apart.
 * A day of UTC that begins at another hour in the zone becomes `03-04 01:00`.
 */
export function timeAxisOf(ticks: readonly AxisTick[], zone: string): ReactNode {
  const isByDay = ticks.length > 1 && ticks[1]!.atMs - ticks[0]!.atMs >= DAY_MS;
  return namesOf(
    ticks.map(({ atMs, at }) => {
      const text = formatIn(zone, atMs).slice(5, 16);
      return {
        name: isByDay ? text.replace(' 00:00', '') : text.slice(6),
        at,
        anchor: at < NEAR_END ? 'start' : at > 1 - NEAR_END ? 'end' : 'middle',
      };
    }),
    'time-axis',
  );
}
