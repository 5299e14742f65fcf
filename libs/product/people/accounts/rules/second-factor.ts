/** The ways to prove a second factor: an app that makes codes, a recovery code, a passkey. */
export type SecondFactorKind = 'app' | 'recovery' | 'passkey';

/** Owner's acts ask for the second factor again when its latest proof is older. */
const CONFIRMED_FOR_MS = 12 * 3_600_000;

/** Whether an owner's act asks for the second factor first. A session that began without one is never asked. */
export function needsConfirmation(
  { confirmedAtMs }: { readonly confirmedAtMs?: number },
  nowMs: number,
): boolean {
  return confirmedAtMs !== undefined && nowMs - confirmedAtMs >= CONFIRMED_FOR_MS;
}
