/** Lengths are characters. Times are milliseconds unless the name says otherwise. */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export const monitorsPerProject = 500;
export const environmentsPerProject = 1000;
/**
 * Monitors and environments of a project that check-ins may create within `madeWithinMs`. They are
 * limited, because everybody with the public key can send check-ins. The first environment of a
 * monitor does not count.
 */
export const monitorsMade = 20;
export const environmentsMade = 40;
export const madeWithinMs = HOUR_MS;
/** Check-ins may change the schedule of a monitor at most this often. */
export const rescheduledAfterMs = HOUR_MS;
export const slugLength = 50;
export const nameLength = 128;
export const scheduleLength = 100;
export const timeZoneLength = 64;
/** A valid schedule has at least one run in this many days. */
export const scheduleDays = 366;
export const defaultMarginMinutes = 1;
export const mostMarginMinutes = 40_320;
export const defaultRuntimeMinutes = 30;
export const mostRuntimeMinutes = 40_320;
/**
 * Highest number that people may set for failures before an issue opens, and for successes before
 * the issue is resolved.
 */
export const mostThreshold = 720;
/**
 * A run that begins up to this long before its scheduled time still counts for that time, because
 * clocks differ.
 */
export const earlyMs = 30_000;
export const runsKept = 1000;
export const runsKeptMs = 90 * DAY_MS;
export const runsListed = 100;
/** A strip has at most this many runs. */
export const runsDrawn = 60;
/** Rows of a page of monitors. */
export const rowsListed = 50;
export const durationMs = 365 * DAY_MS;
/** A relay counts as absent when it has not reported for this long. */
export const awayMs = 30_000;
/** A check-in that arrived within this time may not be in the spool yet. */
export const arrivingMs = 5000;
export const bodyBytes = 16_384;
