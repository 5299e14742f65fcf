import { accountLimits } from '#shared';

const { signInFirstWaitMs, signInLongestWaitMs } = accountLimits;

/**
 * For how long an account, an address or a browser is held back after `failures` in a row, of which `free` cost
 * nothing: a minute, then twice as long each time, up to a quarter of an hour.
 */
export function toSignInWaitMs(failures: number, free: number): number {
  if (failures < free) return 0;
  return Math.min(signInFirstWaitMs * 2 ** (failures - free), signInLongestWaitMs);
}
