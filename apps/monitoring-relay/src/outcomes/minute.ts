const MINUTE_MS = 60_000;

export function toMinuteStart(atMs: number): number {
  return Math.floor(atMs / MINUTE_MS) * MINUTE_MS;
}
