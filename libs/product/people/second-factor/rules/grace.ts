const GRACE_MS = 7 * 86_400_000;

/**
 * Returns until when a user without the required second factor can still sign in: a week from the
 * rule or from the account's creation, whichever is later.
 */
export function toGraceEndMs(requiredSinceMs: number, accountCreatedAtMs: number): number {
  return Math.max(requiredSinceMs, accountCreatedAtMs) + GRACE_MS;
}
