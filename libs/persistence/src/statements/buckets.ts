export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export function toBucketStart(timeMs: number, bucketMs: number): number {
  return Math.floor(timeMs / bucketMs) * bucketMs;
}

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

/** JSON lists of numbers, of equal length and in the same order. Null when there are no counts. */
export interface BucketCounts {
  readonly ids: string | null;
  /** Bucket numbers. Bucket 0 begins at the Unix epoch. */
  readonly numbers: string | null;
  readonly events: string | null;
}

/**
 * Returns bars for each id, oldest first, with 0 where nothing was counted. Each bar is the sum of
 * `perBar` buckets, and counts of the same bucket are added up.
 */
export function toBars(
  { firstStartMs, bucketMs, count }: BucketRange,
  ids: readonly number[],
  counts: BucketCounts,
  perBar = 1,
): Map<number, number[]> {
  const none = Array.from({ length: Math.ceil(count / perBar) }, () => 0);
  const barsById = new Map(ids.map((id) => [id, [...none]]));
  const firstNumber = firstStartMs / bucketMs;
  const counted = parseList(counts.ids);
  const numbers = parseList(counts.numbers);
  const events = parseList(counts.events);
  for (let index = 0; index < counted.length; index += 1) {
    const bars = barsById.get(counted[index]!);
    if (bars) bars[Math.floor((numbers[index]! - firstNumber) / perBar)]! += events[index]!;
  }
  return barsById;
}

/** JSON is the fastest way to read thousands of numbers, and a page of issues has that many. */
function parseList(list: string | null): number[] {
  return JSON.parse(list ?? '[]') as number[];
}
