import type { Spool } from './spool.ts';

/**
 * The end of a spool at which reports are taken out of it, which may be that of another thread. Of commits
 * that come closely one after the other it may announce the first alone.
 */
export type SpoolQueue = Pick<
  Spool,
  'onAppended' | 'claim' | 'clearAttempts' | 'settle' | 'fail' | 'listSettled' | 'dropOrigin'
>;

export type ClaimLimits = Parameters<SpoolQueue['claim']>[0];
