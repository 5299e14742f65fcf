/** What alerts are bound by (ADR 113). Lengths are characters, times milliseconds unless named. */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export const rulesPerProject = 50;
export const nameLength = 100;
/** Of environments, one a line. */
export const patterns = 50;
export const patternLength = 64;
export const channelsPerRule = 10;
/** Of a threshold. Counts by minute are kept for two hours. */
export const thresholdMinutes = 60;
export const thresholdEvents = 1_000_000;
/** So many users of an issue are remembered by when they were last met. */
export const thresholdUsers = 1000;
/** From so many on the issue of a browser, or of a phone, is told as new. */
export const loudEvents = 3;
export const loudUsers = 2;
/** A rule that has told of an issue tells it for the same reason again after so long. */
export const restMs = 30 * MINUTE_MS;
/** A project is young for so long. What its first rule finds after `youngAlerts` alerts comes as one summary when that ends. */
export const youngMs = HOUR_MS;
export const youngAlerts = 10;
/** After a message to a destination the next one waits for so long. */
export const gatheringMs = MINUTE_MS;
/** Of one destination within `paceMs`; then there is a summary each `summaryMs`. */
export const messagesAtPace = 10;
export const paceMs = 10 * MINUTE_MS;
export const summaryMs = 30 * MINUTE_MS;
/** Issues that a message lists. */
export const issuesListed = 20;
/** Comments on an issue that a mail quotes, and so much of each. */
export const commentsTold = 5;
export const commentLength = 2000;
/** Firings that wait for a destination one by one; of more only the number is known. */
export const firingsAwaiting = 200;
/** Members of a project who are told by mail. */
export const peopleTold = 200;
/** People among whom those are looked for whom a comment calls, and comments whose authors are told of the next. */
export const peopleMentioned = 10_000;
export const commentsLookedAt = 100;
/** For how long it is known what fired, and which new issues were not told yet. */
export const keptMs = 14 * DAY_MS;
/** How far a preview looks back, and how many issues it counts. */
export const previewMs = 14 * DAY_MS;
export const previewIssues = 1000;
