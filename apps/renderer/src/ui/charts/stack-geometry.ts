import { toBarHeight } from './bar-geometry.ts';
import type { BarGeometry } from './bar-geometry.ts';

export interface StackPart {
  readonly part: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Lays out bars of several parts, the first part at the bottom. `series` has one list of values for
 * each part. The largest bar fills the height unless `least` is larger. A value above zero is at
 * least one unit high.
 * When rounding makes a bar too high, its largest part shrinks.
 */
export function layOutStacks(
  series: readonly (readonly number[])[],
  { barWidth, gap, height }: BarGeometry,
  least = 0,
): readonly (readonly StackPart[])[] {
  const length = Math.max(0, ...series.map((values) => values.length));
  const columns = Array.from({ length }, (_, index) =>
    series.map((values) => Math.max(0, values[index] ?? 0)),
  );
  const peak = Math.max(least, ...columns.map((values) => sumOf(values)));
  return columns.map((values, index) => {
    const heights = values.map((value) => toBarHeight(value, peak, height));
    const over = sumOf(heights) - height;
    if (over > 0) heights[heights.indexOf(Math.max(...heights))]! -= over;
    let top = height;
    return heights.flatMap((partHeight, part) => {
      if (partHeight === 0) return [];
      top -= partHeight;
      return [{ part, x: index * (barWidth + gap), y: top, width: barWidth, height: partHeight }];
    });
  });
}

function sumOf(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
