/**
 * Restriction of a key. A key for `errors` sends only error events, within `errorKeyEventBytes` and
 * `errorKeyPerMinute` of `reportLimits`. Use it in code that many people can read.
 */
export type KeyScope = 'errors';
