import { isOver } from '#shared';

export type SecondFactorKind = 'app' | 'recovery' | 'passkey';

const CONFIRMED_FOR_MS = 12 * 3_600_000;

/**
 * Whether an owner's action must ask for the second factor again, because the latest proof is at
 * least 12 hours old.
 *
 * A sign-in at a provider counts as a proof, because Errata trusts the provider to ask for the
 * second factor. Sessions without any proof are never asked.
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
  return provedAtMs !== undefined && isOver(provedAtMs + CONFIRMED_FOR_MS, nowMs, CONFIRMED_FOR_MS);
}
