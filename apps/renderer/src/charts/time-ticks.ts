import { scaleUtc } from 'd3-scale';

export interface TimeTick {
  readonly atMs: number;
  /** Position as a share of the width, from 0 to 1. */
  readonly at: number;
}

/**
 * Chooses about `count` round times of UTC between two times, such as full hours or days. Returns at
 * most one more, so that labels have room.
 */
export function listTimeTicks(fromMs: number, toMs: number, count: number): readonly TimeTick[] {
  const scale = scaleUtc([fromMs, toMs], [0, 1]);
  const ticks = scale.ticks(count);
  const step = Math.ceil(ticks.length / (count + 1));
  return ticks
    .filter((_, index) => index % step === 0)
    .map((time) => ({ atMs: time.getTime(), at: Math.round(scale(time) * 1000) / 1000 }));
}
