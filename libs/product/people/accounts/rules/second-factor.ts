/** The ways to prove a second factor: an app that makes codes, a recovery code, a passkey. */
export type SecondFactorKind = 'app' | 'recovery' | 'passkey';

/** Owner's acts ask for the second factor again when its latest proof is older. */
const CONFIRMED_FOR_MS = 12 * 3_600_000;

/**
 * Whether an owner's act asks for the second factor first, where the person has one: the latest proof is long ago, or the session
 * began long ago at a provider, which is trusted to have asked.
 */
export function needsConfirmation(
  {
    confirmedAtMs,
    provider,
    createdAtMs,
  }: { readonly confirmedAtMs?: number; readonly provider?: string; readonly createdAtMs: number },
  nowMs: number,
): boolean {
  const provedAtMs = confirmedAtMs ?? (provider === undefined ? undefined : createdAtMs);
  return provedAtMs !== undefined && nowMs - provedAtMs >= CONFIRMED_FOR_MS;
}
