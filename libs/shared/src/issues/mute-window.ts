import { isAhead } from '../clock.ts';

/** Minutes of a window in which the events or users come that end a mute. */
export type MuteWindow = keyof typeof muteWindows;

/** The words of each window, as they follow "in". */
export const muteWindows = { 60: 'an hour', 1440: 'a day', 10_080: 'a week' } as const;
export const muteWindowMinutes: readonly MuteWindow[] = [60, 1440, 10_080];

/** Most events of an issue within an hour, and within 24 hours, of the last seven days. */
export interface BusiestTimes {
  readonly inHour: number;
  readonly inDay: number;
}

const TIMES_WORSE = 5;
const LEAST_WORSE = 20;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Events that a mute with a window has counted. A mute that began at another time starts anew. */
export interface MuteCounts {
  readonly sinceMs: number;
  /** Minutes of an hour, else hours: the number of each since 1970, and its events. */
  readonly buckets: readonly (readonly [bucket: number, events: number])[];
}

interface CountingMute {
  readonly sinceMs: number;
  readonly windowMinutes: MuteWindow;
  readonly nowMs: number;
}

/**
 * Counts events that occurred after the mute began. `most` is the greatest number within the window
 * that the new events reached; the window ends with the newest bucket. Earlier buckets are dropped.
 * Events that come in order give the same result in calls of any size. Buckets of the future are
 * dropped, because the clock was set back since.
 */
export function countInWindow(
  { sinceMs, windowMinutes, nowMs }: CountingMute,
  before: MuteCounts | undefined,
  occurredAtMs: readonly number[],
): { readonly counts: MuteCounts; readonly most: number } {
  const bucketMs = windowMinutes === 60 ? MINUTE_MS : HOUR_MS;
  const size = (windowMinutes * MINUTE_MS) / bucketMs;
  const known = before?.sinceMs === sinceMs ? before.buckets : [];
  const buckets = new Map(known.filter(([bucket]) => !isAhead(bucket * bucketMs, nowMs)));
  let newest = Math.max(0, ...buckets.keys());
  let most = 0;
  for (const atMs of occurredAtMs.toSorted((a, b) => a - b)) {
    const bucket = Math.floor(atMs / bucketMs);
    if (atMs <= sinceMs || bucket <= newest - size) continue;
    newest = Math.max(newest, bucket);
    for (const old of buckets.keys()) if (old <= newest - size) buckets.delete(old);
    buckets.set(bucket, (buckets.get(bucket) ?? 0) + 1);
    most = Math.max(
      most,
      [...buckets.values()].reduce((sum, events) => sum + events, 0),
    );
  }
  return { counts: { sinceMs, buckets: [...buckets] }, most };
}

/**
 * Returns the mute that ends once over five times as many events come within an hour as in the
 * busiest hour. Where that is under 20, the busiest day decides, and 20 events are usual.
 */
export function toWorse({ inHour, inDay }: BusiestTimes = { inHour: 0, inDay: 0 }) {
  const inWindow = (count: number, windowMinutes: MuteWindow) => ({ count, windowMinutes });
  return TIMES_WORSE * inHour < LEAST_WORSE
    ? inWindow(Math.max(LEAST_WORSE, TIMES_WORSE * inDay) + 1, 1440)
    : inWindow(TIMES_WORSE * inHour + 1, 60);
}
