import { alertLimits } from '#shared';
import type { FiringReason } from './alert-rule.ts';

const MINUTE_MS = 60_000;

/** A firing of a rule: when it found something, and when that is told. */
export interface FiringTimes {
  readonly atMs: number;
  readonly dueMs: number;
}

/**
 * When a rule tells what it finds at `atMs`: at once, or at the end of the pause after `last`, its latest firing for the same
 * issue and reason. Undefined where it tells nothing: a firing waits already and is told with the numbers of then, or a threshold
 * counts events that were told.
 */
export function planFiring(
  last: FiringTimes | undefined,
  reason: FiringReason,
  atMs: number,
): number | undefined {
  if (!last || atMs >= last.dueMs + alertLimits.restMs) return atMs;
  if (atMs < last.dueMs) return undefined;
  const isTold = 'minutes' in reason && atMs - reason.minutes * MINUTE_MS < last.atMs;
  return isTold ? undefined : last.dueMs + alertLimits.restMs;
}
