/** Lengths are characters. Times are milliseconds unless the name says otherwise. */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export const rulesPerProject = 50;
export const nameLength = 100;
export const patterns = 50;
export const patternLength = 64;
export const channelsPerRule = 10;
/**
 * Longest window of a threshold. Counts of events are kept for two hours, so a longer window would
 * not work.
 */
export const thresholdMinutes = 60;
export const thresholdEvents = 1_000_000;
/**
 * Highest threshold for users. At least this many users of an issue are stored, with the time when
 * they last met it.
 */
export const thresholdUsers = 1000;
/** Fewest events, or users, with which a new issue from a browser or phone is alerted. */
export const minEvents = 3;
export const minUsers = 2;
/** Default wait before a rule alerts about the same issue and reason again. */
export const pauseMs = 30 * MINUTE_MS;
/**
 * Length of a project's first hour. After `youngAlerts` alerts, the project's first rule sends all
 * others in one summary at the end of that hour.
 */
export const youngMs = HOUR_MS;
export const youngAlerts = 10;
export const messageIntervalMs = MINUTE_MS;
/**
 * Messages that a destination may get within `paceMs`. After these, it gets one summary every
 * `summaryMs`.
 */
export const messagesAtPace = 10;
export const paceMs = 10 * MINUTE_MS;
export const summaryMs = 30 * MINUTE_MS;
export const issuesListed = 20;
export const quotedComments = 5;
export const commentLength = 2000;
export const firingsAwaiting = 200;
export const mailedMembers = 200;
/**
 * People among whom a comment's mentions are looked up, and latest comments whose authors are
 * notified of a new one.
 */
export const peopleMentioned = 10_000;
export const commentsLookedAt = 100;
export const keptMs = 14 * DAY_MS;
export const previewMs = 14 * DAY_MS;
export const previewIssues = 1000;
