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
 * Returns when the alert for a finding is due: at once, or at the end of the rule's pause. `last`
 * is the rule's latest firing for the same issue and reason.
 *
 * Returns undefined when no further alert is needed. Either `last` is not sent yet and will show
 * current numbers, or the threshold's period contains events that `last` has counted.
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
