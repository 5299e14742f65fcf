/** Limits that decide when operators are alerted. Times are milliseconds. */

const MINUTE_MS = 60_000;

export const judgedEveryMs = MINUTE_MS;
/**
 * Processing is behind when a report has waited for `behindMs`. Processing has caught up when no
 * report has waited for `caughtUpMs`.
 */
export const behindMs = 5 * MINUTE_MS;
export const caughtUpMs = MINUTE_MS;
/**
 * Percentages of a disk or budget in use: for the first alert, for the second alert, and for the
 * end of the alert.
 */
export const fullShare = 80;
export const fullerShare = 90;
export const emptyShare = 75;
/** Operators are alerted when a report has waited this long to be forwarded to an upstream. */
export const upstreamMs = 5 * MINUTE_MS;
export const windowMs = 5 * MINUTE_MS;
/**
 * This many requests with a wrong DSN within `windowMs` cause an alert. Fewer than `fewWrongDsns`
 * end the alert.
 */
export const wrongDsns = 100;
export const fewWrongDsns = 20;
/** An alert ends when its condition has been absent for this long. */
export const alertEndsAfterMs = 5 * MINUTE_MS;
export const calmOfRefusalsMs = 30 * MINUTE_MS;
export const reminderMs = 24 * 60 * MINUTE_MS;
/**
 * A condition that its relay has not checked for this long is over, because that relay no longer
 * runs.
 */
export const staleConditionMs = 60 * MINUTE_MS;
export const ownersAlerted = 50;
