const MINUTE_MS = 60_000;

/** Outcomes are counted by full minutes of UTC at the finest. */
export function toMinuteStart(atMs: number): number {
  return Math.floor(atMs / MINUTE_MS) * MINUTE_MS;
}
