import { toPauseMinutes } from './alert-rule.ts';
import type { AlertRule, FiringReason } from './alert-rule.ts';

const MINUTE_MS = 60_000;

export interface FiringTimes {
  readonly atMs: number;
  readonly dueMs: number;
}

interface Found {
  readonly rule: Pick<AlertRule, 'pauseMinutes'>;
  readonly reason: FiringReason;
  readonly atMs: number;
}

export function toPauseMs(rule: Pick<AlertRule, 'pauseMinutes'>): number {
  return toPauseMinutes(rule) * MINUTE_MS;
}

/**
 * Returns when the alert for a finding is due: at once, or at the end of the pause after `last`.
 * `last` is the latest firing of the rule for the same issue and reason.
 *
 * Returns undefined when no further alert is needed. Either an earlier firing still waits and will
 * show current numbers, or an alert that was sent already counted some of the threshold's events.
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
