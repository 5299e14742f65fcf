import { scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';

interface LineSize {
  readonly width: number;
  readonly height: number;
  /** Values at the bottom and at the top. A value outside of them is drawn at the edge. */
  readonly least: number;
  readonly most: number;
}

/**
 * Draws a series as the `d` of an SVG path, from the left edge to the right. A missing value leaves a
 * gap, and a value between two gaps is a point, which `stroke-linecap: round` shows. Coordinates have
 * one decimal.
 */
export function toLinePath(
  values: readonly (number | undefined)[],
  { width, height, least, most }: LineSize,
): string {
  const x = scaleLinear([0, Math.max(1, values.length - 1)], [0, width]);
  const y = scaleLinear([least, most], [height, 0]).clamp(true);
  const draw = line<number | undefined>()
    .digits(1)
    .defined((value) => value !== undefined)
    .x((_, index) => x(index))
    .y((value) => y(value ?? least));
  return draw(values) ?? '';
}

type Band = readonly [low: number, high: number];

/** Draws the space between two series, as `toLinePath` draws one. */
export function toBandPath(
  bands: readonly (Band | undefined)[],
  { width, height, least, most }: LineSize,
): string {
  const x = scaleLinear([0, Math.max(1, bands.length - 1)], [0, width]);
  const y = scaleLinear([least, most], [height, 0]).clamp(true);
  const draw = area<Band | undefined>()
    .digits(1)
    .defined((band) => band !== undefined)
    .x((_, index) => x(index))
    .y0((band) => y(band?.[0] ?? least))
    .y1((band) => y(band?.[1] ?? least));
  return draw(bands) ?? '';
}
