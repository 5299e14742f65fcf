const GRACE_MS = 7 * 86_400_000;

/**
 * Returns until when a user can still sign in without the required second factor. The period is a
 * week; it begins with the rule or with the account's creation, whichever is later.
 */
export function toGraceEndMs(requiredSinceMs: number, accountCreatedAtMs: number): number {
  return Math.max(requiredSinceMs, accountCreatedAtMs) + GRACE_MS;
}
