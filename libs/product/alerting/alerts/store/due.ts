import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { alertLimits, operationLimits } from '#shared';
import { whereOver } from '#persistence/stores';
import { toEndOfQuiet } from '../rules/quiet-hours.ts';
import type { QuietHours } from '../rules/quiet-hours.ts';

/** A firing from the future is due at once, because the clock was set back since. */
export function isFiringDue(nowMs: number): RawBuilder<boolean> {
  return sql`(due_at <= ${nowMs} or at > ${nowMs + operationLimits.clocksDifferMs})`;
}

export function isQueueDue(nowMs: number): RawBuilder<boolean> {
  return whereOver('due_at', nowMs, alertLimits.summaryMs);
}

/**
 * Returns when a queue is due that may be sent from `fromMs` on. During long quiet hours, this is
 * only the time to look at the queue again, so that no queue waits long after the clock was set back.
 */
export function toQueueDueMs(quiet: QuietHours | undefined, fromMs: number, nowMs: number): number {
  return Math.min(toEndOfQuiet(quiet, fromMs), nowMs + alertLimits.summaryMs);
}
