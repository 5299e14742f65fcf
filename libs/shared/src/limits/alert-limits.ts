/** Lengths are characters, times are milliseconds unless the name says otherwise. */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export const rulesPerProject = 50;
export const nameLength = 100;
export const patterns = 50;
export const patternLength = 64;
export const channelsPerRule = 10;
/** Longest window of a threshold. Counts by minute are kept for two hours. */
export const thresholdMinutes = 60;
export const thresholdEvents = 1_000_000;
/**
 * Highest threshold. At least this many users of an issue are remembered with the time they last
 * met it.
 */
export const thresholdUsers = 1000;
/** A new issue from a browser or phone is alerted only from this many events or users. */
export const minEvents = 3;
export const minUsers = 2;
/** A rule does not repeat an alert for the same issue and reason sooner. */
export const pauseMs = 30 * MINUTE_MS;
/**
 * A project is young this long. After `youngAlerts` alerts, further ones of its first rule wait and
 * come as one summary at the end.
 */
export const youngMs = HOUR_MS;
export const youngAlerts = 10;
/** Shortest time between two messages to a destination. */
export const messageIntervalMs = MINUTE_MS;
/** Messages to a destination within `paceMs`. Further ones come as a summary every `summaryMs`. */
export const messagesAtPace = 10;
export const paceMs = 10 * MINUTE_MS;
export const summaryMs = 30 * MINUTE_MS;
export const issuesListed = 20;
export const quotedComments = 5;
export const commentLength = 2000;
export const firingsAwaiting = 200;
export const mailedMembers = 200;
/**
 * People among whom mentions are looked up, and latest comments whose authors hear of the next one.
 */
export const peopleMentioned = 10_000;
export const commentsLookedAt = 100;
export const keptMs = 14 * DAY_MS;
export const previewMs = 14 * DAY_MS;
export const previewIssues = 1000;
