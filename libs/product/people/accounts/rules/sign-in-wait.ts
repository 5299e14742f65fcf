import { accountLimits } from '#shared';

const { signInFirstWaitMs, signInLongestWaitMs } = accountLimits;

/**
 * Returns how long an account, an address or a browser must wait after `failures` in a row. Fewer
 * than `free` failures cause no wait. The wait begins at a minute and doubles up to 15 minutes.
 */
export function toSignInWaitMs(failures: number, free: number): number {
  if (failures < free) return 0;
  return Math.min(signInFirstWaitMs * 2 ** (failures - free), signInLongestWaitMs);
}
