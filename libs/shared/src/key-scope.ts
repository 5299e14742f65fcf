/**
 * What a key may send where that is not everything. `errors`: error events alone, within `errorKeyEventBytes` and
 * `errorKeyPerMinute` of `reportLimits`, for code that many can read.
 */
export type KeyScope = 'errors';
