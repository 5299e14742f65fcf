import { formatDuration, reportLimits } from '#shared';
import type { CutNotes } from '../json/cut-notes.ts';
import { cutText } from '../json/shape.ts';

const EARLIEST_MS = Date.UTC(2000, 0, 1);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** A report may wait this long at its sender before a difference counts as a wrong clock. */
const MAX_WAIT_MS = HOUR_MS;
/** Longest time that a report takes to arrive unless it waits. */
export const MAX_SENDING_MS = 10_000;
const ISO = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;
const HAS_ZONE = /(?:[zZ]|[+-]\d\d:?\d\d)$/;

/**
 * Reads a time since 1970, given as a number or as text, or an ISO 8601 text. A text without a time
 * zone counts as UTC. Returns undefined for anything else, and for times before the year 2000.
 */
export function readTimestampMs(value: unknown): number | undefined {
  if (typeof value === 'number') return toValidMs(toMilliseconds(value));
  if (typeof value !== 'string' || value.length > 40) return undefined;
  if (/^\d+(?:\.\d+)?$/.test(value)) return toValidMs(toMilliseconds(Number(value)));
  if (!ISO.test(value)) return undefined;
  return toValidMs(Date.parse(HAS_ZONE.test(value) ? value : `${value}Z`));
}

/**
 * Some senders give milliseconds, microseconds or nanoseconds in place of seconds. Each of these is
 * too large for the next unit: 1e11 seconds are in the year 5138.
 */
export function toMilliseconds(time: number): number {
  if (time >= 1e17) return time / 1e6;
  if (time >= 1e14) return time / 1000;
  return time >= 1e11 ? time : time * 1000;
}

export interface EventTime {
  readonly occurredAtMs: number;
  /** Correction of the sender's clock, added to each of the event's times. */
  readonly correctionMs: number;
  /** Moves other times of the event with its own. Differs where the time of receipt replaces it. */
  readonly shiftMs: number;
}

export interface Receipt {
  readonly receivedAtMs: number;
  /** Time by the sender's clock. */
  readonly sentAtMs?: number | undefined;
  /** A larger difference of the two means that the sender's clock was wrong. An hour by default. */
  readonly mostDelayMs?: number;
}

/**
 * Returns the time that the sender gave, corrected when the sender's clock was wrong. A time over 30
 * days before the receipt, or over a minute after it, becomes the time of receipt.
 */
export function readTime(
  timestamp: unknown,
  { receivedAtMs, sentAtMs, mostDelayMs = MAX_WAIT_MS }: Receipt,
  notes?: CutNotes,
): EventTime {
  const skewMs = sentAtMs === undefined ? 0 : receivedAtMs - sentAtMs;
  const correctionMs = Math.abs(skewMs) > mostDelayMs ? skewMs : 0;
  if (correctionMs !== 0) notes?.add(`time: the sender's clock was ${describe(skewMs)}, corrected`);
  const saidMs = readTimestampMs(timestamp);
  if (saidMs === undefined) {
    const sent = JSON.stringify(timestamp ?? null);
    if (sent !== 'null')
      notes?.add(
        `time: ${cutText(sent, 40)} as sent cannot be used, replaced by the time of receipt`,
      );
    return { occurredAtMs: receivedAtMs, correctionMs, shiftMs: correctionMs };
  }
  const occurredAtMs = Math.round(saidMs + correctionMs);
  if (
    occurredAtMs > receivedAtMs + reportLimits.aheadMs ||
    occurredAtMs < receivedAtMs - reportLimits.behindMs
  ) {
    notes?.add(
      `time: ${new Date(saidMs).toISOString()} as sent is too far off, replaced by the time of receipt`,
    );
    return { occurredAtMs: receivedAtMs, correctionMs, shiftMs: receivedAtMs - saidMs };
  }
  return { occurredAtMs, correctionMs, shiftMs: correctionMs };
}

function describe(skewMs: number): string {
  return `${toSize(Math.abs(skewMs))} ${skewMs > 0 ? 'behind' : 'ahead'}`;
}

function toSize(ms: number): string {
  const hours = Math.round(ms / HOUR_MS);
  if (ms < HOUR_MS) return formatDuration(ms);
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} d`;
}

function toValidMs(ms: number): number | undefined {
  return Number.isFinite(ms) && ms >= EARLIEST_MS && ms < 8.64e15 ? Math.round(ms) : undefined;
}
