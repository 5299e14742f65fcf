import type { ReactNode } from 'react';
import { formatExactCount, formatQuantity } from '../numbers/format-count.ts';
import { summariseSeries, toBarPath } from './bar-geometry.ts';

/** The usual size, which makes all rows of a list equally high. CSS may stretch other sizes. */
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
  width = WIDTH,
  height = HEIGHT,
}: {
  readonly values: readonly number[];
  readonly label: string;
  /** Span of one bar, like `one hour`. */
  readonly unit: string;
  /** Value at full height, for charts that are compared. Defaults to the largest value. */
  readonly peak?: number;
  readonly counted?: string;
  readonly width?: number;
  readonly height?: number;
}): ReactNode {
  const { total, peak } = summariseSeries(values);
  const step = Math.max(2, Math.floor(width / values.length));
  const geometry = { barWidth: step - 1, gap: 1, height };
  return (
    <svg
      role="img"
      aria-label={`${label}: ${formatQuantity(total, counted)}, at most ${formatExactCount(peak)} in ${unit}`}
      className="sparkline"
      // Aligns the latest bar with the right edge.
      preserveAspectRatio={width === WIDTH ? undefined : 'none'}
      viewBox={`${values.length * step - width} 0 ${width} ${height}`}
    >
      <path d={toBarPath(values, geometry, scale)} />
    </svg>
  );
}
