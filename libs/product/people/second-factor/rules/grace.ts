const GRACE_MS = 7 * 86_400_000;

/** Until then somebody without a second factor gets in although one is required: a week from the rule, or from the account. */
export function toGraceEndMs(requiredSinceMs: number, accountCreatedAtMs: number): number {
  return Math.max(requiredSinceMs, accountCreatedAtMs) + GRACE_MS;
}
