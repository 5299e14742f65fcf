import { accountLimits } from '#shared';

const { providerCheckedAfterMs, providerGraceMs, providerRetriedAfterMs } = accountLimits;

interface Checked {
  readonly checkedAtMs: number;
  readonly dueSinceMs?: number;
  readonly triedAtMs?: number;
}

/**
 * Plans whether a provider is asked about a session that it opened. `wait` means that a check is
 * due, and that somebody has just tried. A check is due by the distance of two times, so that a
 * clock that was set back for a day or more delays none.
 */
export function planCheck(session: Checked, nowMs: number): 'none' | 'wait' | 'ask' | 'end' {
  const { checkedAtMs, triedAtMs } = session;
  if (Math.abs(nowMs - checkedAtMs) < providerCheckedAfterMs) return 'none';
  if (nowMs - toDueSinceMs(session, nowMs) >= providerGraceMs) return 'end';
  const isTried = triedAtMs !== undefined && Math.abs(nowMs - triedAtMs) < providerRetriedAfterMs;
  return isTried ? 'wait' : 'ask';
}

/** A time in the future, which a clock that was set back leaves behind, counts as now. */
export function toDueSinceMs({ dueSinceMs = Infinity }: Checked, nowMs: number): number {
  return Math.min(dueSinceMs, nowMs);
}
