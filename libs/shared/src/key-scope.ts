/**
 * Restriction of a key. A key for `errors` may send only error events, within `errorKeyEventBytes`
 * and `errorKeyPerMinute` of `reportLimits`. Such a key is for code that many people can read.
 */
export type KeyScope = 'errors';
