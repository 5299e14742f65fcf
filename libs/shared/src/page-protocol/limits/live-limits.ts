export const readEveryMs = 1000;
/** The identity and rights of every listener are checked at least this often. */
export const checkedWithinMs = 10_000;
export const heartbeatEveryMs = 15_000;
/** A browser closes a connection on which nothing has arrived for this long. */
export const silentMs = 40_000;
/**
 * This is added to the time during which a listener missed changes, because changes are read only
 * once a second, and answers take time.
 */
export const missedSlackMs = 3000;
/**
 * After a change, all listeners reload within this time multiplied by their number. Loading one
 * page takes about this long.
 */
export const spreadMsPerListener = 5;
export const connections = 5000;
/**
 * Connections of one person to one renderer. A browser has one for all its tabs. Another browser is
 * refused, and asks again after a growing wait.
 */
export const connectionsOfPerson = 20;
export const bufferedBytes = 65_536;
/** Wait before a connection is opened again. Doubles with each failure, up to `retryMostMs`. */
export const retryMs = 2000;
export const retryMostMs = 60_000;
/** A tab keeps its connection this long after it has left its last live page. */
export const lingerMs = 5000;
/**
 * Wait before a failed reload is repeated. Doubles with each failure, up to `failedRefreshMostMs`.
 */
export const failedRefreshMs = 5000;
export const failedRefreshMostMs = 60_000;
