import type { Outcome } from '#shared';

const REFUSALS: ReadonlySet<Outcome> = new Set(['rate_limited', 'invalid', 'failed']);

/** True when reports are lost although neither the application nor a filter asked for that. */
export function isRefusal(outcome: Outcome): boolean {
  return REFUSALS.has(outcome);
}
