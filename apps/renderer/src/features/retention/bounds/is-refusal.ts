import type { Outcome } from '#shared';

const REFUSALS: ReadonlySet<Outcome> = new Set(['rate_limited', 'invalid', 'failed']);

/** True for outcomes that lose reports which nobody asked to drop. */
export function isRefusal(outcome: Outcome): boolean {
  return REFUSALS.has(outcome);
}
