import type { ReactNode } from 'react';
import { formatExactCount, formatQuantity } from '../numbers/format-count.ts';
import { summariseSeries, toBarPath } from './bar-geometry.ts';

const GEOMETRY = { barWidth: 3, gap: 1, height: 17 };

/**
 * Bars the size of a word. For those who hear it: `Last 24 hours: 12 events, at most 4 in one hour`. A
 * function, not a component: lists have hundreds of them.
 */
export function sparklineOf({
  values,
  label,
  unit,
  counted = 'event',
}: {
  readonly values: readonly number[];
  readonly label: string;
  /** One bar's span: `hour`. */
  readonly unit: string;
  /** What is counted, one of it. */
  readonly counted?: string;
}): ReactNode {
  const { total, peak } = summariseSeries(values);
  const width = values.length * (GEOMETRY.barWidth + GEOMETRY.gap);
  return (
    <svg
      role="img"
      aria-label={`${label}: ${formatQuantity(total, counted)}, at most ${formatExactCount(peak)} in one ${unit}`}
      className="sparkline"
      viewBox={`0 0 ${width} ${GEOMETRY.height}`}
    >
      <path d={toBarPath(values, GEOMETRY)} />
    </svg>
  );
}
