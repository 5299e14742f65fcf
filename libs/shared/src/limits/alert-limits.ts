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
 * Longest window of a threshold. Counts of events are stored for two hours, so much longer windows
 * would not work.
 */
export const thresholdMinutes = 60;
export const thresholdEvents = 1_000_000;
/**
 * Highest threshold for users. Errata stores at least this many users of an issue, with the time of
 * their last event.
 */
export const thresholdUsers = 1000;
/** Longest window, and most sessions that a rule about crash-free sessions may ask for. */
export const crashFreeHours = 168;
export const crashFreeSessions = 1_000_000;
/** Sessions that such a rule asks for when nobody changes the number. */
export const crashFreeMinimum = 100;
/**
 * A new issue from a browser or phone causes no alert until it has this many events or this many
 * users.
 */
export const minEvents = 3;
export const minUsers = 2;
/** Default wait before a rule alerts again about the same issue for the same reason. */
export const pauseMs = 30 * MINUTE_MS;
/**
 * In a project's first hour, its first rule sends the first `youngAlerts` alerts immediately, and
 * all others in one summary at the end of the hour.
 */
export const youngMs = HOUR_MS;
export const youngAlerts = 10;
export const messageIntervalMs = MINUTE_MS;
/**
 * Messages that a destination may get within `paceMs`. Further messages are combined into one
 * summary every `summaryMs`.
 */
export const messagesAtPace = 10;
export const paceMs = 10 * MINUTE_MS;
export const summaryMs = 30 * MINUTE_MS;
export const issuesListed = 20;
export const quotedComments = 5;
export const commentLength = 2000;
export const firingsAwaiting = 200;
/** Ends of issues that one destination waits for. They do not take the room of alerts. */
export const endsAwaiting = 10_000;
export const mailedMembers = 200;
/**
 * Limits for a new comment. Its mentions are looked up among this many people, and the authors of
 * this many latest comments are notified.
 */
export const peopleMentioned = 10_000;
export const commentsLookedAt = 100;
export const keptMs = 14 * DAY_MS;
/** How long a rule may wait for the first event that counts, to tell of an issue's change. */
export const untoldKeptMs = 90 * DAY_MS;
export const previewMs = 14 * DAY_MS;
export const previewIssues = 1000;
