import type { ReactNode } from 'react';
import { formatExactCount, formatQuantity } from '../numbers/format-count.ts';
import { summariseSeries, toBarPath } from './bar-geometry.ts';

/** Every sparkline has this size, so that all rows of a list are equally high. */
const WIDTH = 96;
const HEIGHT = 17;

/**
 * Draws a bar chart of the size of a word. Screen readers get `Last 24 hours: 12 events, at most 4
 * in one hour`. This is a function and no component, because lists have hundreds of sparklines.
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
  /** Span of one bar, like `one hour`. */
  readonly unit: string;
  /** Value at full height, for charts that are compared. Defaults to the largest value. */
  readonly peak?: number;
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
      // Aligns the latest bar with the right edge.
      viewBox={`${values.length * step - WIDTH} 0 ${WIDTH} ${HEIGHT}`}
    >
      <path d={toBarPath(values, geometry, scale)} />
    </svg>
  );
}
