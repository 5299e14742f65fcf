const EARLIEST_MS = Date.UTC(2000, 0, 1);
/** A sender's clock may run ahead by this much before it is not believed. */
const MAX_AHEAD_MS = 60_000;
const ISO = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;
const HAS_ZONE = /(?:[zZ]|[+-]\d\d:?\d\d)$/;

/** Seconds since 1970 as a number or text, or ISO 8601 (UTC when it names no zone). Undefined when it is neither. */
export function readTimestampMs(value: unknown): number | undefined {
  if (typeof value === 'number') return toValidMs(value * 1000);
  if (typeof value !== 'string' || value.length > 40) return undefined;
  if (/^\d+(?:\.\d+)?$/.test(value)) return toValidMs(Number(value) * 1000);
  if (!ISO.test(value)) return undefined;
  return toValidMs(Date.parse(HAS_ZONE.test(value) ? value : `${value}Z`));
}

/** When an event happened: what its sender says, or the time of receipt where that cannot be. */
export function readOccurredAtMs(value: unknown, receivedAtMs: number): number {
  const occurredAtMs = readTimestampMs(value);
  return occurredAtMs === undefined || occurredAtMs > receivedAtMs + MAX_AHEAD_MS
    ? receivedAtMs
    : occurredAtMs;
}

function toValidMs(ms: number): number | undefined {
  return Number.isFinite(ms) && ms >= EARLIEST_MS && ms < 8.64e15 ? Math.round(ms) : undefined;
}
