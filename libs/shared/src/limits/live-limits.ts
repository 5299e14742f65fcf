export const readEveryMs = 1000;
/** The identity and rights of every listener are checked again within this time. */
export const checkedWithinMs = 10_000;
export const heartbeatEveryMs = 15_000;
/** A browser gives up a connection on which nothing arrived this long. */
export const silentMs = 40_000;
/**
 * Added to the time that a listener missed: changes are read once a second, and answers take time.
 */
export const missedSlackMs = 3000;
/**
 * Each listener adds this much to the time over which all of them reload a change, which is about
 * the time of one page.
 */
export const spreadMsPerListener = 5;
export const connections = 5000;
export const bufferedBytes = 65_536;
/** Wait before a connection is opened again. Doubles with each failure, up to `retryMostMs`. */
export const retryMs = 2000;
export const retryMostMs = 60_000;
/** A tab stays connected this long after its last live page. */
export const lingerMs = 5000;
/**
 * Wait before a failed reload is repeated. Doubles with each failure, up to `failedRefreshMostMs`.
 */
export const failedRefreshMs = 5000;
export const failedRefreshMostMs = 60_000;
