import type { Outcome } from '#shared';

const REFUSALS: ReadonlySet<Outcome> = new Set(['rate_limited', 'invalid', 'failed']);

/** Whether what ends so is lost to its project, though nobody asked for that. */
export function isRefusal(outcome: Outcome): boolean {
  return REFUSALS.has(outcome);
}
