export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;

/** The start of the bucket that `timeMs` falls in; buckets begin on full minutes or hours of UTC. */
export function toBucketStart(timeMs: number, bucketMs: number): number {
  return Math.floor(timeMs / bucketMs) * bucketMs;
}

/** The `count` buckets that end with the one of `nowMs`. */
export interface BucketRange {
  readonly firstStartMs: number;
  readonly lastStartMs: number;
  readonly bucketMs: number;
  readonly count: number;
}

export function toBucketRange(nowMs: number, bucketMs: number, count: number): BucketRange {
  const lastStartMs = toBucketStart(nowMs, bucketMs);
  return { firstStartMs: lastStartMs - (count - 1) * bucketMs, lastStartMs, bucketMs, count };
}

/**
 * Lays counts out as bars of each id, oldest first, with 0 where no count is. `counts` lists them as
 * `<id>,<number of the bucket since 1970>,<events>`, separated by commas; those of one bucket add up.
 */
export function toBars(
  { firstStartMs, bucketMs, count }: BucketRange,
  ids: readonly number[],
  counts: string,
): Map<number, number[]> {
  const none = Array.from({ length: count }, () => 0);
  const barsById = new Map(ids.map((id) => [id, [...none]]));
  const firstNumber = firstStartMs / bucketMs;
  // As JSON: a page of issues has thousands, and nothing reads them faster.
  const listed = JSON.parse(`[${counts}]`) as number[];
  for (let index = 0; index < listed.length; index += 3) {
    const bars = barsById.get(listed[index]!);
    if (bars) bars[listed[index + 1]! - firstNumber]! += listed[index + 2]!;
  }
  return barsById;
}
