import type { ReactNode } from 'react';
import { formatExactCount, formatQuantity } from '../numbers/format-count.ts';
import { summariseSeries, toBarPath } from './bar-geometry.ts';

/** Of all, whatever they have of bars, so that rows are as high. */
const WIDTH = 96;
const HEIGHT = 17;

/**
 * Bars the size of a word. For those who hear it: `Last 24 hours: 12 events, at most 4 in one hour`. A
 * function, not a component: lists have hundreds of them.
 */
export function sparklineOf({
  values,
  label,
  unit,
  counted = 'event',
  peak: scale,
}: {
  readonly values: readonly number[];
  readonly label: string;
  /** One bar's span: `one hour`. */
  readonly unit: string;
  /** What fills the height, where charts share one. */
  readonly peak?: number;
  /** What is counted, one of it. */
  readonly counted?: string;
}): ReactNode {
  const { total, peak } = summariseSeries(values);
  const step = Math.max(2, Math.floor(WIDTH / values.length));
  const geometry = { barWidth: step - 1, gap: 1, height: HEIGHT };
  return (
    <svg
      role="img"
      aria-label={`${label}: ${formatQuantity(total, counted)}, at most ${formatExactCount(peak)} in ${unit}`}
      className="sparkline"
      // The latest is at the right.
      viewBox={`${values.length * step - WIDTH} 0 ${WIDTH} ${HEIGHT}`}
    >
      <path d={toBarPath(values, geometry, scale)} />
    </svg>
  );
}
