/** What cron monitors are bound by (ADR 125). Lengths are characters, times milliseconds unless named. */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export const monitorsPerProject = 500;
/** Each environment of each monitor counts as one. */
export const environmentsPerProject = 1000;
/**
 * Monitors and environments that check-ins may make in `madeWithinMs`, in a project: whoever has its public key sends
 * check-ins. The first environment of a monitor is always made.
 */
export const monitorsMade = 20;
export const environmentsMade = 40;
export const madeWithinMs = HOUR_MS;
/** Slugs whose check-ins were beyond that, of a project: the latest are kept, and shown for so long. */
export const refusedSlugs = 10;
export const refusedShownMs = 7 * DAY_MS;
/** Check-ins change the schedule of a monitor once in so long. */
export const rescheduledAfterMs = HOUR_MS;
export const slugLength = 50;
export const nameLength = 128;
export const scheduleLength = 100;
export const timeZoneLength = 64;
/** A run is due at least once in so long. */
export const scheduleDays = 366;
/** A run may begin so late, where nothing else is said, and at most. */
export const defaultMarginMinutes = 1;
export const mostMarginMinutes = 40_320;
/** A run may take so long, where nothing else is said, and at most. */
export const defaultRuntimeMinutes = 30;
export const mostRuntimeMinutes = 40_320;
/** Failures after which an issue opens, and successes after which it is resolved. */
export const mostThreshold = 720;
/** A run that begins so much before its time is that time's: clocks differ. */
export const earlyMs = 30_000;
/** Runs that are kept of one environment of a monitor. */
export const runsKept = 1000;
export const runsKeptMs = 90 * DAY_MS;
/** Runs that the page of a monitor lists, and that a row of the list draws. */
export const runsListed = 100;
export const runsDrawn = 30;
export const durationMs = 365 * DAY_MS;
/** A relay that has not said for so long that it takes and records check-ins is away. */
export const awayMs = 30_000;
/** What arrived so recently may still be on its way to the spool. */
export const arrivingMs = 5000;
/** Of a check-in by `GET` or `POST` of an address: its body. */
export const bodyBytes = 16_384;
