/** When operators are alerted. Times are milliseconds. */

const MINUTE_MS = 60_000;

export const judgedEveryMs = MINUTE_MS;
/**
 * Processing is behind when a report waits this long. Processing has caught up when no report has
 * waited for `caughtUpMs`.
 */
export const behindMs = 5 * MINUTE_MS;
export const caughtUpMs = MINUTE_MS;
/**
 * Used per cent of a disk or budget: first alert, second alert, and the value below which the alert
 * ends.
 */
export const fullShare = 80;
export const fullerShare = 90;
export const emptyShare = 75;
/** An upstream is alerted when it holds up a report this long. */
export const upstreamMs = 5 * MINUTE_MS;
export const windowMs = 5 * MINUTE_MS;
/**
 * Requests with a wrong DSN in `windowMs` that cause an alert, and the value below which the alert
 * ends.
 */
export const wrongDsns = 100;
export const fewWrongDsns = 20;
/** An alert ends when its condition has been absent this long. */
export const alertEndsAfterMs = 5 * MINUTE_MS;
export const calmOfRefusalsMs = 30 * MINUTE_MS;
export const reminderMs = 24 * 60 * MINUTE_MS;
/**
 * A condition of a relay that has not checked it for this long is dropped, because that relay is
 * gone.
 */
export const staleConditionMs = 60 * MINUTE_MS;
export const ownersTold = 50;
