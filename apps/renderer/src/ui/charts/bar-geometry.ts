export interface Bar {
  readonly index: number;
  readonly value: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface BarGeometry {
  readonly barWidth: number;
  readonly gap: number;
  readonly height: number;
}

/**
 * Lays out the bars of a series in whole units, from left to right. The bars stand on y = `height`,
 * and the largest value fills the height. Heights grow with the square root of the value. A value
 * above zero is at least one unit high, and zero has no bar.
 */
export function layOutBars(
  values: readonly number[],
  { barWidth, gap, height }: BarGeometry,
): readonly Bar[] {
  const peak = Math.max(0, ...values);
  return values.flatMap((value, index) => {
    const barHeight = toRootHeight(value, peak, height);
    if (barHeight === 0) return [];
    return [
      {
        index,
        value,
        x: index * (barWidth + gap),
        y: height - barHeight,
        width: barWidth,
        height: barHeight,
      },
    ];
  });
}

/**
 * Draws all bars as one path, because a page may have a hundred charts. Charts that are compared
 * pass the same `peak`.
 */
export function toBarPath(
  values: readonly number[],
  { barWidth, gap, height }: BarGeometry,
  peak = Math.max(0, ...values),
): string {
  const shapes = listShapes(barWidth, height);
  let path = '';
  for (let index = 0; index < values.length; index += 1) {
    const barHeight = toRootHeight(values[index] as number, peak, height);
    if (barHeight > 0) path += `M${index * (barWidth + gap)}${shapes[barHeight]}`;
  }
  return path;
}

const shapesBySize: Record<string, readonly string[]> = {};

/**
 * Returns the path of a bar for each possible height. The paths are cached, because a page of
 * issues has two thousand bars. Composing each path took twice as long.
 */
function listShapes(barWidth: number, height: number): readonly string[] {
  return (shapesBySize[`${barWidth} ${height}`] ??= Array.from(
    { length: height + 1 },
    (_, bar) => ` ${height - bar}h${barWidth}v${bar}h-${barWidth}z`,
  ));
}

/** Uses the square root, so that ten events beside a thousand still fill a tenth of the height. */
function toRootHeight(value: number, peak: number, height: number): number {
  return value > 0 ? Math.max(1, Math.round(Math.sqrt(value / peak) * height)) : 0;
}

export function toBarHeight(value: number, peak: number, height: number): number {
  return value > 0 ? Math.max(1, Math.round((value / peak) * height)) : 0;
}

export interface SeriesSummary {
  readonly total: number;
  readonly peak: number;
  /** Index of the latest peak; undefined when all values are zero. */
  readonly peakIndex?: number;
}

export function summariseSeries(values: readonly number[]): SeriesSummary {
  const total = values.reduce((sum, value) => sum + value, 0);
  const peak = Math.max(0, ...values);
  return peak === 0 ? { total, peak } : { total, peak, peakIndex: values.lastIndexOf(peak) };
}
