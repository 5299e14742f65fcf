import { retentionLimits } from '#shared';
import { DAY_MS, HOUR_MS, MINUTE_MS, toBucketStart } from '#persistence/stores';
import { recordingLimits } from '#product/recording/reports';

/**
 * The tables that count events, from the shortest bucket to the bucket of all time. `addCounts`
 * relies on this order.
 */
export const countBuckets = [
  { table: 'event_minutes', bucketMs: MINUTE_MS, keptMs: recordingLimits.minutesKeptMs },
  { table: 'event_hours', bucketMs: HOUR_MS, keptMs: retentionLimits.hoursKeptMs },
  { table: 'event_days', bucketMs: DAY_MS, keptMs: retentionLimits.dayCountsKeptMs },
  { table: 'event_totals', bucketMs: Infinity, keptMs: Infinity },
] as const;

export type CountBuckets = (typeof countBuckets)[number];

export function toKeptFrom({ bucketMs, keptMs }: CountBuckets, nowMs: number): number {
  return keptMs === Infinity ? 0 : toBucketStart(nowMs, bucketMs) - keptMs;
}
