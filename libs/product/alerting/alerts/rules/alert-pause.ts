import { toPauseMinutes } from './alert-rule.ts';
import type { AlertRule, FiringReason } from './alert-rule.ts';

const MINUTE_MS = 60_000;

/** A firing of a rule: when it found something, and when that is told. */
export interface FiringTimes {
  readonly atMs: number;
  readonly dueMs: number;
}

interface Found {
  readonly rule: Pick<AlertRule, 'pauseMinutes'>;
  readonly reason: FiringReason;
  readonly atMs: number;
}

/** The pause of a rule after an alert about an issue. */
export function toPauseMs(rule: Pick<AlertRule, 'pauseMinutes'>): number {
  return toPauseMinutes(rule) * MINUTE_MS;
}

/**
 * When a rule tells what it finds at `atMs`: at once, or at the end of the pause after `last`, its latest firing for the same
 * issue and reason. Undefined where it tells nothing: a firing waits already and is told with the numbers of then, or a threshold
 * counts events that were told.
 */
export function planFiring(
  last: FiringTimes | undefined,
  { rule, reason, atMs }: Found,
): number | undefined {
  const pauseMs = toPauseMs(rule);
  if (!last || atMs >= last.dueMs + pauseMs) return atMs;
  if (atMs < last.dueMs) return undefined;
  const isTold = 'minutes' in reason && atMs - reason.minutes * MINUTE_MS < last.atMs;
  return isTold ? undefined : last.dueMs + pauseMs;
}
